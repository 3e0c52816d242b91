"""A real Label Studio server: photos pre-annotated by ``tilesight serve``, our tasks imported, corrections exported.

``make interop`` runs this in the environment of ``make label-env``; the service under test is that of ``.venv``. On a
machine with nothing else to do the server takes a minute to make its database.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import httpx
import pytest
from PIL import Image, ImageFilter

from datasets.formats.class_map import ClassMap
from datasets.formats.label_studio import labeling_config, read
from datasets.formats.options import ReadOptions

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.slow

REPOSITORY: Final = Path(__file__).resolve().parents[2]
OURS: Final = REPOSITORY / ".venv" / "bin" / "python"
RACK: Final = REPOSITORY / "examples" / "rack.jpg"

USER: Final = "labeller@example.org"
PASSWORD: Final = "not-a-secret"  # noqa: S105 - of a server that lives as long as this test
START_S: Final = 900
"""How long the server may take to start on a busy machine."""

CONFIG: Final = labeling_config(ClassMap().with_unreadable())


@dataclass(frozen=True)
class LabelStudio:
    """The running server, with a signed-in user."""

    url: str
    client: httpx.Client
    token: str

    def ask(self, method: str, path: str, **more: Any) -> Any:  # noqa: ANN401
        answer = self.client.request(method, path, **more)
        assert answer.is_success, f"{method} {path}: {answer.status_code} {answer.text[:500]}"
        return answer.json()

    def make_project(self, title: str) -> int:
        return int(self.ask("POST", "/api/projects", json={"title": title, "label_config": CONFIG})["id"])

    def tasks(self, project: int, ordering: str = "tasks:id") -> list[dict[str, Any]]:
        query = json.dumps({"ordering": [ordering]})
        listed = self.ask("GET", "/api/tasks", params={"project": project, "fields": "all", "query": query})
        return list(listed["tasks"])

    def predict_all(self, project: int) -> None:
        chosen = {"selectedItems": {"all": True, "excluded": []}}
        action = {"id": "retrieve_tasks_predictions", "project": project}
        self.ask("POST", "/api/dm/actions", params=action, json=chosen)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def ended(process: subprocess.Popen[Any]) -> Iterator[subprocess.Popen[Any]]:
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the example photo: as it is, lying on its side by its EXIF, and hard to read."""
    folder = tmp_path_factory.mktemp("photos")
    with Image.open(RACK) as rack:
        rack.thumbnail((1600, 1600))
        rack.save(folder / "rack.jpg", quality=90)
        exif = Image.Exif()
        exif[0x0112] = 6
        rack.transpose(Image.Transpose.ROTATE_90).save(folder / "lying.jpg", quality=90, exif=exif)
        small = rack.resize((rack.width // 6, rack.height // 6)).filter(ImageFilter.GaussianBlur(1))
        small.save(folder / "doubtful.jpg", quality=60)
    return folder


@pytest.fixture(scope="module")
def label_studio(tmp_path_factory: pytest.TempPathFactory, photos: Path) -> Iterator[LabelStudio]:
    """Start a server of its own, headless, with SQLite, as it comes: with personal access tokens only."""
    program = Path(sys.executable).with_name("label-studio")
    if not OURS.exists():
        message = f"{OURS} is absent; run: make install"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(message)
    data, port = tmp_path_factory.mktemp("label-studio"), free_port()
    url = f"http://127.0.0.1:{port}"
    environment = {
        **os.environ,
        "LABEL_STUDIO_BASE_DATA_DIR": str(data),
        "LABEL_STUDIO_HOST": url,
        # It and the backend are on one machine here.
        "ML_BLOCK_LOCAL_IP": "false",
        "USE_DEFAULT_BANNED_SUBNETS": "false",
        "LABEL_STUDIO_LOCAL_FILES_SERVING_ENABLED": "true",
        "LABEL_STUDIO_LOCAL_FILES_DOCUMENT_ROOT": str(photos.parent),
        # Nothing is to be told to anybody, or asked.
        "COLLECT_ANALYTICS": "false",
        "LATEST_VERSION_CHECK": "false",
    }
    command = [program, "start", "--no-browser", "--internal-host", "127.0.0.1", "--port", str(port)]
    command += ["--username", USER, "--password", PASSWORD]
    with (data / "log.txt").open("w") as log:
        process = subprocess.Popen(command, env=environment, cwd=data, stdout=log, stderr=subprocess.STDOUT)
    with ended(process), httpx.Client(base_url=url, timeout=300) as client:
        wait_for(client, process, data / "log.txt")
        client.get("/user/login/")
        form = {"email": USER, "password": PASSWORD, "csrfmiddlewaretoken": client.cookies["csrftoken"]}
        assert client.post("/user/login/", data=form, headers={"Referer": url}).status_code == 302
        client.headers.update({"X-CSRFToken": client.cookies["csrftoken"], "Referer": url})
        token = client.post("/api/token/", json={}).json()["token"]
        yield LabelStudio(url, client, token)


def wait_for(client: httpx.Client, process: subprocess.Popen[Any], log: Path) -> None:
    until = time.monotonic() + START_S
    while time.monotonic() < until and process.poll() is None:
        with contextlib.suppress(httpx.TransportError):
            if client.get("/health").is_success:
                return
        time.sleep(1)
    pytest.fail(f"Label Studio did not start:\n{log.read_text()[-3000:]}")


@pytest.fixture(scope="module")
def backend(label_studio: LabelStudio) -> Iterator[str]:
    """Return the address of our backend, which knows the server and has a personal access token for it."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(REPOSITORY),
        "TILESIGHT_LABEL_STUDIO_URL": label_studio.url,
        "TILESIGHT_LABEL_STUDIO_TOKEN": label_studio.token,
    }
    command = [OURS, "-m", "api.cli", "serve", "--port", "0"]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    with ended(process):
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("Tilesight serves "), line
        url = line.split()[2]
        while httpx.get(f"{url}/label-studio/health", timeout=60).status_code != 200:
            assert process.poll() is None
            time.sleep(0.2)
        yield f"{url}/label-studio"


@pytest.fixture(scope="module")
def predicted(label_studio: LabelStudio, backend: str, photos: Path) -> int:
    """Return a project whose uploaded photos were predicted by our backend."""
    project = label_studio.make_project("uploaded")
    for name in ("rack.jpg", "lying.jpg", "doubtful.jpg"):
        files = {"file": (name, (photos / name).read_bytes(), "image/jpeg")}
        label_studio.ask("POST", f"/api/projects/{project}/import", files=files)
    model = {"url": backend, "project": project, "title": "Tilesight"}
    connected = label_studio.ask("POST", "/api/ml/", json=model)
    versions = label_studio.ask("GET", f"/api/ml/{connected['id']}/versions")["versions"]
    label_studio.predict_all(project)
    # What a person chooses under "Use predictions to prelabel tasks".
    chosen = {"model_version": versions[0], "sampling": "Uncertainty sampling"}
    label_studio.ask("PATCH", f"/api/projects/{project}", json=chosen)
    return project


def name_of(task: dict[str, Any]) -> str:
    """Return the name of the photo behind what the server put before it."""
    return str(task["data"]["image"]).rpartition("-")[2]


def test_uploaded_photos_are_predicted(label_studio: LabelStudio, predicted: int) -> None:
    tasks = {name_of(task): task for task in label_studio.tasks(predicted)}
    assert set(tasks) == {"rack.jpg", "lying.jpg", "doubtful.jpg"}
    for task in tasks.values():
        (prediction,) = task["predictions"]
        assert prediction["model_version"].startswith("model finder ")
        assert all(0 <= region["value"]["x"] <= 100 for region in prediction["result"])
    rack, lying = (tasks[name]["predictions"][0] for name in ("rack.jpg", "lying.jpg"))
    expected = json.loads((REPOSITORY / "examples" / "rack.json").read_text(encoding="utf-8"))
    assert len(rack["result"]) == len(expected["tiles"])
    labels = [region["value"]["rectanglelabels"] for region in rack["result"]]
    assert sorted(labels) == sorted([tile["code"]] for tile in expected["tiles"])
    # Lying on its side in the file, upright in the answer: the same boxes but for what the second saving changed.
    assert [region["value"]["rectanglelabels"] for region in lying["result"]] == labels
    for ours, other in zip(rack["result"], lying["result"], strict=True):
        assert (ours["original_width"], ours["original_height"]) == (other["original_width"], other["original_height"])
        for side in ("x", "y", "width", "height"):
            assert ours["value"][side] == pytest.approx(other["value"][side], abs=1)


def test_tasks_sort_by_least_sure(label_studio: LabelStudio, predicted: int) -> None:
    by_score = label_studio.tasks(predicted, "tasks:predictions_score")
    scores = [task["predictions_score"] for task in by_score]
    assert scores == sorted(scores)
    assert name_of(by_score[0]) == "doubtful.jpg"
    assert label_studio.tasks(predicted, "-tasks:predictions_score")[-1]["id"] == by_score[0]["id"]
    # And with uncertainty sampling it is the first one that a person is given.
    assert label_studio.ask("GET", f"/api/projects/{predicted}/next")["id"] == by_score[0]["id"]


def test_a_photo_that_is_not_there_leaves_its_task_without_prediction(label_studio: LabelStudio, backend: str) -> None:
    project = label_studio.make_project("a photo is missing")
    tasks = [{"data": {"image": "/data/upload/1/gone.jpg"}}, {"data": {"image": "http://169.254.169.254/rack.jpg"}}]
    label_studio.ask("POST", f"/api/projects/{project}/import", json=tasks)
    label_studio.ask("POST", "/api/ml/", json={"url": backend, "project": project, "title": "Tilesight"})
    label_studio.predict_all(project)
    assert [task["total_predictions"] for task in label_studio.tasks(project)] == [0, 0]


@pytest.fixture(scope="module")
def labelled(photos: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the tasks that ``tilesight label`` writes for the folder."""
    out = tmp_path_factory.mktemp("labels")
    url = f"/data/local-files/?d={photos.name}/"
    command = [OURS, "-m", "api.cli", "label", photos, "--out", out, "--format", "label-studio", "--image-url", url]
    surroundings = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    subprocess.run(command, cwd=REPOSITORY, env=surroundings, check=True, capture_output=True)
    (tasks,) = out.rglob("tasks.json")
    return tasks


@pytest.fixture(scope="module")
def imported(label_studio: LabelStudio, labelled: Path, photos: Path) -> int:
    """Return a project into which they were imported, with the folder as its local storage."""
    project = label_studio.make_project("labelled before")
    storage = {"project": project, "path": str(photos), "title": "photos", "use_blob_urls": True}
    label_studio.ask("POST", "/api/storages/localfiles", json=storage)
    label_studio.ask("POST", f"/api/projects/{project}/import", json=json.loads(labelled.read_text(encoding="utf-8")))
    return project


def test_our_tasks_are_imported_with_their_predictions(
    label_studio: LabelStudio, imported: int, predicted: int, backend: str
) -> None:
    tasks = {task["data"]["image"].rpartition("/")[2]: task for task in label_studio.tasks(imported)}
    uploaded = {name_of(task): task for task in label_studio.tasks(predicted)}
    assert tasks.keys() == uploaded.keys()
    for name, task in tasks.items():
        (ours,), (served,) = task["predictions"], uploaded[name]["predictions"]
        assert (ours["score"], ours["model_version"]) == (served["score"], served["model_version"])
        assert [region["value"] for region in ours["result"]] == [region["value"] for region in served["result"]]
        assert label_studio.client.get(task["data"]["image"]).headers["content-type"] == "image/jpeg"
    label_studio.ask("POST", "/api/ml/", json={"url": backend, "project": imported, "title": "Tilesight"})
    label_studio.predict_all(imported)
    # The same models have predicted them already.
    assert [task["total_predictions"] for task in label_studio.tasks(imported)] == [1, 1, 1]


def test_local_files_are_predicted(label_studio: LabelStudio, backend: str, photos: Path) -> None:
    project = label_studio.make_project("local files")
    storage = {"project": project, "path": str(photos), "title": "photos", "use_blob_urls": True}
    label_studio.ask("POST", "/api/storages/localfiles", json=storage)
    tasks = [{"data": {"image": f"/data/local-files/?d={photos.name}/rack.jpg"}}]
    label_studio.ask("POST", f"/api/projects/{project}/import", json=tasks)
    label_studio.ask("POST", "/api/ml/", json={"url": backend, "project": project, "title": "Tilesight"})
    label_studio.predict_all(project)
    ((prediction,),) = [task["predictions"] for task in label_studio.tasks(project)]
    assert prediction["result"]


def test_corrections_come_back(label_studio: LabelStudio, imported: int, labelled: Path, tmp_path: Path) -> None:
    before = {image.path: image for image in read(labelled).images}
    (task,) = [task for task in label_studio.tasks(imported) if task["data"]["image"].endswith("rack.jpg")]
    regions = task["predictions"][0]["result"]
    # A person renames the first tile, deletes the second, and confirms the others.
    regions[0]["value"]["rectanglelabels"] = ["9m"]
    del regions[1]
    label_studio.ask("POST", f"/api/tasks/{task['id']}/annotations/", json={"result": regions, "lead_time": 5})
    exported = label_studio.client.get(f"/api/projects/{imported}/export", params={"exportType": "JSON"})
    file = tmp_path / "export.json"
    file.write_bytes(exported.content)
    after = {image.path: image for image in read(file, ReadOptions(root=labelled.parent)).images}
    models, persons = before["rack.jpg"].tiles, after["rack.jpg"].tiles
    assert [tile.code for tile in persons] == ["9m", *(tile.code for tile in models[2:])]
    assert {tile.source for tile in persons} == {"human"}
    for ours, theirs in zip([models[0], *models[2:]], persons, strict=True):
        assert theirs.box_xyxy == pytest.approx(ours.box_xyxy, abs=0.05)
        assert (theirs.row, theirs.quad) == (ours.row, ours.quad)

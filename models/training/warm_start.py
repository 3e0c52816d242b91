"""Begin a training with the weights of an exported network, so that released weights can be trained further.

Export folds every batch normalisation into the convolution before it. The normalisations are put back with the
statistics of one batch such that the network computes the same as the exported one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
import onnx
import onnx.numpy_helper
import torch
from torch import nn

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["WarmStartError", "freeze_first", "start_from_onnx"]

_WEIGHTED: Final = frozenset({"Conv", "Gemm", "ConvTranspose"})
_WEIGHTED_LAYERS: Final = (nn.Conv2d, nn.Linear, nn.ConvTranspose2d)


class WarmStartError(ValueError):
    """The ONNX file is not an export of the network that is to be trained."""


def start_from_onnx(model: nn.Module, path: Path, batch: torch.Tensor, may_lack: frozenset[str] = frozenset()) -> None:
    """Give a network the weights of its export, in place.

    Args:
        model: The network, freshly built.
        path: The exported file.
        batch: (B, 3, H, W) typical inputs; their statistics become those of the batch normalisations.
        may_lack: Names of layers that exports of before may lack; they begin untrained then.

    Raises:
        WarmStartError: Layers and weights do not match.
    """
    weights = _read_weights(path)
    layers = _layers_in_call_order(model, batch[:1])
    if len(weights) == len(layers) - len(may_lack):
        lacking = [layer for name, layer in model.named_modules() if name in may_lack]
        layers = [layer for layer in layers if layer not in lacking]
    if len(weights) != len(layers):
        message = f"{path} has {len(weights)} weighted layers, the network {len(layers)}: another network's export"
        raise WarmStartError(message)
    # Where the export kept a layer's name it decides; branches may stand in another order than they are called in.
    named = {f"{name}.weight": layer for name, layer in model.named_modules()}
    told = {named[weight.name] for weight in weights if weight.name in named}
    others = (layer for layer in layers if layer not in told)
    normalisations = _normalisation_of_each(model)
    with torch.no_grad():
        for weight in weights:
            layer = named[weight.name] if weight.name in named else next(others)
            if layer.weight.shape != weight.weight.shape:
                message = f"{path}: {weight.name} is {tuple(weight.weight.shape)}, not {tuple(layer.weight.shape)}"
                raise WarmStartError(message)
            layer.weight.copy_(weight.weight)
            if weight.bias is not None:
                (normalisations[layer] if layer.bias is None else layer).bias.copy_(weight.bias)
        _unfold_normalisations(model, batch)


def freeze_first(modules: nn.Sequential, count: int) -> None:
    """Take the first modules of a network out of its training.

    What they see, edges and colours, is learnt early, and since their maps are the largest, nearly a third of a step's
    time goes into their gradients. Their normalisations go on following what is seen.

    Raises:
        WarmStartError: There are not so many modules before the last.
    """
    if not 0 <= count < len(modules):
        message = f"--freeze takes 0 to {len(modules) - 1} for this network, not {count}"
        raise WarmStartError(message)
    for module in list(modules)[:count]:
        module.requires_grad_(requires_grad=False)


@dataclass(frozen=True, slots=True, eq=False)
class _LayerWeights:
    """Weight and bias of one node."""

    name: str
    weight: torch.Tensor
    bias: torch.Tensor | None


def _read_weights(path: Path) -> list[_LayerWeights]:
    """Return the weights of every weighted node in graph order."""
    graph = onnx.load(path).graph
    values = {tensor.name: onnx.numpy_helper.to_array(tensor).astype(np.float32) for tensor in graph.initializer}
    for node in graph.node:  # weights stored in half precision pass through a cast
        if node.op_type == "Cast" and node.input[0] in values:
            values[node.output[0]] = values[node.input[0]]
    found = []
    for node in graph.node:
        if node.op_type in _WEIGHTED and node.input[1] in values:
            _, weight, *bias = node.input
            found.append(
                _LayerWeights(weight, torch.tensor(values[weight]), torch.tensor(values[bias[0]]) if bias else None)
            )
    return found


def _layers_in_call_order(model: nn.Module, example: torch.Tensor) -> list[nn.Module]:
    called: list[nn.Module] = []
    watched = [module for module in model.modules() if isinstance(module, _WEIGHTED_LAYERS)]
    hooks = [module.register_forward_pre_hook(lambda layer, _: called.append(layer)) for module in watched]
    was_training = model.training
    model.eval()
    with torch.no_grad():
        model(example)
    model.train(was_training)
    for hook in hooks:
        hook.remove()
    return list(dict.fromkeys(called))


def _normalisation_of_each(model: nn.Module) -> dict[nn.Module, nn.BatchNorm2d]:
    """Return the batch normalisation that follows each layer: the next one registered beside it."""
    following: dict[nn.Module, nn.BatchNorm2d] = {}
    previous: nn.Module | None = None
    for module in model.modules():
        if isinstance(module, nn.BatchNorm2d) and previous is not None:
            following[previous] = module
        if isinstance(module, _WEIGHTED_LAYERS):
            previous = module
    return following


def _unfold_normalisations(model: nn.Module, batch: torch.Tensor) -> None:
    """Set every normalisation so that it adds its bias and nothing else, by the statistics of a batch."""

    def restore(layer: nn.Module, inputs: tuple[torch.Tensor, ...]) -> None:
        if not isinstance(layer, nn.BatchNorm2d) or layer.running_mean is None or layer.running_var is None:
            return
        variance, mean = torch.var_mean(inputs[0], dim=(0, 2, 3), correction=0)
        layer.running_mean.copy_(mean)
        layer.running_var.copy_(variance)
        layer.weight.copy_((variance + layer.eps).sqrt())
        layer.bias.add_(mean)

    hooks = [m.register_forward_pre_hook(restore) for m in model.modules() if isinstance(m, nn.BatchNorm2d)]
    was_training = model.training
    model.eval()
    model(batch)
    model.train(was_training)
    for hook in hooks:
        hook.remove()

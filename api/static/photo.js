/** Makes a photo small enough to send: upright, at most 2048 pixels long, JPEG. */

/** Longest side in pixels. The reader gains nothing from more; a phone's network loses by it. */
export const LONGEST_PX = 2048;

const QUALITY = 0.9;

/**
 * @typedef {object} Prepared
 * @property {Blob} blob What to send.
 * @property {string | null} url Shows it, null where the browser cannot.
 * @property {number} width
 * @property {number} height
 */

/**
 * @param {Blob} source A file, or the picture of a camera.
 * @returns {Promise<Prepared>}
 */
export async function preparePhoto(source) {
  // Drawn upright: canvases know no EXIF orientation, and what is sent has none.
  const bitmap = await createImageBitmap(source, { imageOrientation: "from-image" }).catch(() => null);
  // HEIC outside Safari, a damaged file, no image at all: the service knows more formats, and says what is wrong.
  if (bitmap === null) return { blob: source, url: null, width: 0, height: 0 };
  const scale = Math.min(1, LONGEST_PX / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  const pen = canvas.getContext("2d", { alpha: false });
  pen.imageSmoothingQuality = "high";
  pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const blob = await new Promise((resolve) => { canvas.toBlob(resolve, "image/jpeg", QUALITY); });
  return { blob, url: URL.createObjectURL(blob), width: canvas.width, height: canvas.height };
}

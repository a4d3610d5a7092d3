// A position as a picture: drawn by the server as SVG, painted here as PNG.

import type { LanguageBody, StudyBody } from "../generated/api";
import { IN_PAGE } from "../host/build";
import type { AnimationFrame } from "./gif";
import { ask, call } from "./http";
import { linesOfCall } from "./lines";

const SIZE_PX = 1200;

type Language = LanguageBody["language"];

/** Returns the picture of a position; a PNG is SIZE_PX pixels wide. */
export async function pictureOf(
  position: string,
  form: "svg" | "png",
  theme: "light" | "dark",
  lang: Language,
): Promise<Blob> {
  const answer = await call("post", "/api/picture", { body: { position, theme, lang, size: SIZE_PX } });
  const drawn = new Blob([await answer.text()], { type: "image/svg+xml" });
  return form === "svg" ? drawn : painted(drawn);
}

/** Returns a game as an animated GIF; `onprogress` hears which part of it is made, where it is made here. */
export async function movingPicture(
  study: StudyBody,
  theme: "light" | "dark",
  lang: Language,
  onprogress: (part: number) => void,
): Promise<Blob> {
  const body = { ...study, theme, lang };
  if (!IN_PAGE) return (await call("post", "/api/picture/game", { body })).blob();
  const frames = linesOfCall<AnimationFrame>(await ask("post", "/api/picture/frames", { body }));
  const { gifOf } = await import("./gif");
  return gifOf(frames, theme, onprogress);
}

async function painted(drawn: Blob): Promise<Blob> {
  const image = await imageOf(drawn);
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return pngOf(canvas);
}

/** Returns what is painted as a PNG. */
export const pngOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png");
  });

/** Returns a drawing ready to be painted. */
export async function imageOf(drawn: Blob): Promise<HTMLImageElement> {
  const url = URL.createObjectURL(drawn);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(url);
  }
}

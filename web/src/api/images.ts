// A position as a picture: drawn by the server as SVG, painted here as PNG.

import type { LanguageBody, StudyBody } from "../generated/api";
import { call } from "./http";

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

/** Returns a game as an animated GIF. */
export async function movingPicture(study: StudyBody, theme: "light" | "dark", lang: Language): Promise<Blob> {
  return (await call("post", "/api/picture/game", { body: { ...study, theme, lang } })).blob();
}

async function painted(drawn: Blob): Promise<Blob> {
  const url = URL.createObjectURL(drawn);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png");
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Hands a file to the person. */
export function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

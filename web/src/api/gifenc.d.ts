// What the app uses of gifenc, which comes without types.

declare module "gifenc" {
  type Colour = readonly [red: number, green: number, blue: number];

  interface FrameOptions {
    palette: readonly Colour[];
    /** Milliseconds. */
    delay: number;
    /** What becomes of the frame before the next one: 1, it stays. */
    dispose: number;
    transparent: boolean;
    transparentIndex: number;
  }

  interface Encoder {
    writeFrame(index: Uint8Array, width: number, height: number, options: FrameOptions): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  }

  export function GIFEncoder(): Encoder;
  /** Returns at most so many colours that pixels (RGBA) are painted with best. */
  export function quantize(pixels: Uint8Array, most: number): Colour[];
  /** Returns the number of the nearest colour of each pixel. */
  export function applyPalette(pixels: Uint8Array, palette: readonly Colour[]): Uint8Array;
}

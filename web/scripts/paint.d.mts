/** Paints an SVG of polygons as a PNG of `size` points a side; on a ground, `scale` of it large. */
export function png(svg: string, size: number, ground?: string | null, scale?: number): Uint8Array;

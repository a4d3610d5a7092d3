// Our icon as a picture of points. It is made of polygons (M, L, H, V and Z of SVG, turned or not), so that
// no painter is needed: every point asks which shape it lies in.
import { deflateSync } from "node:zlib";

const FINE = 3;

/** The polygons of an SVG: [{ sides, fill, stroke, width }], and the side of its square. */
function shapes(svg) {
  const side = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)[1]);
  const found = [...svg.matchAll(/<path ([^>]*)\/>/g)].map(([, text]) => {
    const attributes = Object.fromEntries([...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
    const turn = /rotate\((\d+) (\d+) (\d+)\)/.exec(attributes.transform ?? "");
    const corners = points(attributes.d);
    return {
      sides: edges(turn ? corners.map((point) => turned(point, ...turn.slice(1).map(Number))) : corners),
      fill: rgb(attributes.fill),
      stroke: attributes.stroke ? rgb(attributes.stroke) : null,
      width: Number(attributes["stroke-width"] ?? 0),
    };
  });
  if (found.length === 0) throw new Error("the icon has no paths that can be painted");
  return { side, found };
}

function points(path) {
  let [x, y] = [0, 0];
  return [...path.matchAll(/([A-Za-z])([^A-Za-z]*)/g)].flatMap(([, letter, rest]) => {
    const numbers = (rest.match(/-?[\d.]+/g) ?? []).map(Number);
    if (letter === "Z") return [];
    if (letter === "M" || letter === "L") [x, y] = numbers;
    else if (letter === "H") [x] = numbers;
    else if (letter === "V") [y] = numbers;
    else throw new Error(`the icon has a ${letter}, which cannot be painted`);
    return [[x, y]];
  });
}

function turned([x, y], degrees, cx, cy) {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [cx + (x - cx) * cos - (y - cy) * sin, cy + (x - cx) * sin + (y - cy) * cos];
}

function rgb(colour) {
  const digits = colour.slice(1);
  const whole = digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits;
  return [0, 2, 4].map((start) => Number.parseInt(whole.slice(start, start + 2), 16));
}

/** The edges of a polygon, four numbers each, in one flat array: there are a million points to ask about. */
const edges = (corners) =>
  Float64Array.from(corners.flatMap(([x, y], at) => [x, y, ...corners[(at + 1) % corners.length]]));

function inside(sides, x, y) {
  let within = false;
  for (let at = 0; at < sides.length; at += 4) {
    const [ax, ay, bx, by] = [sides[at], sides[at + 1], sides[at + 2], sides[at + 3]];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within;
  }
  return within;
}

function near(sides, x, y, reach) {
  for (let at = 0; at < sides.length; at += 4) {
    const [ax, ay] = [sides[at], sides[at + 1]];
    const [dx, dy] = [sides[at + 2] - ax, sides[at + 3] - ay];
    const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
    if ((ax + along * dx - x) ** 2 + (ay + along * dy - y) ** 2 <= reach * reach) return true;
  }
  return false;
}

/** The colour at a point of the drawing, or null where there is nothing. */
function colourAt(found, x, y) {
  for (let at = found.length - 1; at >= 0; at -= 1) {
    const { sides, fill, stroke, width } = found[at];
    if (stroke && near(sides, x, y, width / 2)) return stroke;
    if (inside(sides, x, y)) return fill;
  }
  return null;
}

/** Paints an SVG of polygons as a PNG of `size` points a side; on a ground, `scale` of it large. */
export function png(svg, size, ground = null, scale = 1) {
  const { side, found } = shapes(svg);
  const back = ground === null ? null : rgb(ground);
  const place = (at, part) => (((at + (part + 0.5) / FINE) / size - 0.5) / scale + 0.5) * side;
  const rows = Buffer.alloc(size * (1 + 4 * size));
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const sum = [0, 0, 0, 0];
      for (let sample = 0; sample < FINE * FINE; sample += 1) {
        const seen = colourAt(found, place(column, sample % FINE), place(row, Math.floor(sample / FINE))) ?? back;
        if (seen === null) continue;
        for (let channel = 0; channel < 3; channel += 1) sum[channel] += seen[channel];
        sum[3] += 1;
      }
      const start = row * (1 + 4 * size) + 1 + 4 * column;
      for (let channel = 0; channel < 3; channel += 1) rows[start + channel] = sum[3] ? Math.round(sum[channel] / sum[3]) : 0;
      rows[start + 3] = Math.round((255 * sum[3]) / (FINE * FINE));
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 6, 0, 0, 0], 8);
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([magic, chunk("IHDR", head), chunk("IDAT", deflateSync(rows, { level: 9 })), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(kind, data) {
  const body = Buffer.concat([Buffer.from(kind, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc(body));
  return Buffer.concat([length, body, sum]);
}

function crc(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return (value ^ 0xffffffff) >>> 0;
}

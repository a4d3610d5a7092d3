// Sizes of files as people read them.

const KILO = 1000;

/** Returns a number of bytes in the reader's language, such as `6.8 MB` or `6,8 Mo`. */
export function sizeText(bytes: number, lang: string): string {
  const mega = bytes / KILO ** 2;
  const [value, unit] = mega >= KILO ? [mega / KILO, "gigabyte"] : mega >= 0.1 ? [mega, "megabyte"] : [bytes / KILO, "kilobyte"];
  return new Intl.NumberFormat(lang, { style: "unit", unit, unitDisplay: "short", maximumFractionDigits: value < 10 ? 1 : 0 }).format(value);
}

// The sounds: that each is heard, when it is asked for, and comes to an end. What it is like is for ears.

import { afterEach, describe, expect, it, vi } from "vitest";

import { Synth } from "../src/lib/synth";

const SAMPLE_RATE = 8000;
/** A bell of the longest. */
const MOST_S = 3.5;

/** A number that changes with time, as strict as the browser's: what grows exponentially is never 0. */
class Param {
  value = 0;
  readonly points: { value: number; at: number }[] = [];
  setValueAtTime(value: number, at: number): void {
    this.points.push({ value, at });
  }
  linearRampToValueAtTime(value: number, at: number): void {
    this.points.push({ value, at });
  }
  exponentialRampToValueAtTime(value: number, at: number): void {
    if (value <= 0 || (this.points.at(-1)?.value ?? 0) <= 0) throw new RangeError("an exponential ramp from or to 0");
    this.points.push({ value, at });
  }
}

class Sounding {
  readonly to: Sounding[] = [];
  readonly gain = new Param();
  readonly frequency = new Param();
  readonly Q = new Param();
  type = "";
  buffer: { duration: number } | null = null;
  begins = Number.NaN;
  ends = Number.NaN;
  offset = 0;
  connect(to: Sounding): Sounding {
    this.to.push(to);
    return to;
  }
  start(at: number, offset = 0): void {
    [this.begins, this.offset] = [at, offset];
  }
  stop(at: number): void {
    this.ends = at;
  }
  /** Every way from here to the ear. */
  ways(ear: Sounding): Sounding[][] {
    if (this === ear) return [[ear]];
    return this.to.flatMap((next) => next.ways(ear).map((way) => [this, ...way]));
  }
}

class Context {
  state = "running";
  readonly sampleRate = SAMPLE_RATE;
  readonly currentTime = 100;
  readonly destination = new Sounding();
  readonly voices: Sounding[] = [];
  readonly gains: Sounding[] = [];
  readonly halls: Sounding[] = [];
  readonly noises: Float32Array[] = [];
  resume = vi.fn(async () => void (this.state = "running"));
  #voice(): Sounding {
    const made = new Sounding();
    this.voices.push(made);
    return made;
  }
  readonly bursts: Sounding[] = [];
  readonly filters: Sounding[] = [];
  createOscillator = (): Sounding => this.#voice();
  createBufferSource(): Sounding {
    const made = this.#voice();
    this.bursts.push(made);
    return made;
  }
  createBiquadFilter(): Sounding {
    const made = new Sounding();
    this.filters.push(made);
    return made;
  }
  createConvolver(): Sounding {
    const made = new Sounding();
    this.halls.push(made);
    return made;
  }
  createGain(): Sounding {
    const made = new Sounding();
    made.gain.value = 1;
    this.gains.push(made);
    return made;
  }
  createBuffer(_: number, length: number, rate: number): object {
    const samples = new Float32Array(length);
    this.noises.push(samples);
    return { duration: length / rate, getChannelData: () => samples };
  }
}

function synth(): { made: Synth; context: Context } {
  const context = new Context();
  return { made: new Synth(context as unknown as AudioContext), context };
}

const SOUNDS = ["wood", "steel", "stone", "cloth", "earth", "bell", "toll", "drum", "chain", "peal", "turn", "word", "pact", "torn"] as const;
const loudest = ({ gain }: Sounding): number => Math.max(gain.value, ...gain.points.map(({ value }) => value));

afterEach(() => vi.restoreAllMocks());

describe.each(SOUNDS)("the sound %s", (name) => {
  it("is heard when it is asked for, directly and from the hall, and comes to an end", () => {
    const { made, context } = synth();
    made.volume = 100;
    made.play(name, 2);
    expect(context.voices.length).toBeGreaterThan(0);
    expect(Math.min(...context.voices.map(({ begins }) => begins))).toBe(102);
    for (const voice of context.voices) {
      const ways = voice.ways(context.destination);
      expect(ways.length).toBe(2);
      expect(ways.filter((way) => way.some((node) => context.halls.includes(node))).length).toBe(1);
      for (const node of ways.flat().filter((each) => context.gains.includes(each))) expect(loudest(node)).toBeGreaterThan(0.005);
      expect(voice.ends - voice.begins).toBeGreaterThan(0.02);
      expect(voice.ends).toBeLessThan(102 + MOST_S);
    }
  });

  it("begins and ends without a crack: it swells from nothing, and is silent before it stops", () => {
    const { made, context } = synth();
    made.play(name, 0);
    for (const voice of context.voices) {
      const level = voice.ways(context.destination)[0]?.find((node) => node.gain.points.length > 0)?.gain.points ?? [];
      expect(level.map(({ value }) => value)).toEqual([0, expect.any(Number), 0.0001]);
      const [first, top, last] = level.map(({ at }) => at);
      expect([first, (top ?? 0) > voice.begins, (last ?? 0) > (top ?? 0), (last ?? 0) < voice.ends]).toEqual([voice.begins, true, true, true]);
    }
  });

  it("goes from pitch to pitch as long as it lasts, all of them within hearing", () => {
    const { made, context } = synth();
    made.play(name, 0);
    for (const filter of context.filters) expect(["bandpass", "highpass", "lowpass"]).toContain(filter.type);
    for (const voice of context.voices) {
      const pitches = context.bursts.includes(voice) ? voice.to[0]?.frequency.points : voice.frequency.points;
      const [from, to] = pitches ?? [];
      expect([pitches?.length, from?.at, (to?.at ?? 0) > voice.begins, (to?.at ?? 0) < voice.ends]).toEqual([2, voice.begins, true, true]);
      for (const { value } of pitches ?? []) expect([value > 20, value < 20_000]).toEqual([true, true]);
    }
  });

  it("has noise for as long as it lasts, wherever that is begun", () => {
    vi.spyOn(Math, "random").mockReturnValue(0.999);
    const { made, context } = synth();
    made.play(name, 0);
    for (const { buffer, offset, begins, ends } of context.bursts) expect(offset + ends - begins).toBeLessThanOrEqual(buffer?.duration ?? 0);
  });
});

it("a struck piece sounds otherwise than one that is set down, and no two sounds are the same", () => {
  const scores = SOUNDS.map((name) => {
    const { made, context } = synth();
    made.play(name, 0);
    return context.voices.map(({ begins, ends, frequency }) => [begins, ends, frequency.points]);
  });
  expect(new Set(scores.map((score) => JSON.stringify(score))).size).toBe(SOUNDS.length);
});

it("is as loud as is wished, and silent at 0", () => {
  const { made, context } = synth();
  const out = context.gains.find(({ to }) => to.includes(context.destination));
  const levels = [0, 1, 50, 100].map((volume) => {
    made.volume = volume;
    return out?.gain.value ?? -1;
  });
  expect(levels[0]).toBe(0);
  expect(levels.toSorted((a, b) => a - b)).toEqual(levels);
  expect(new Set(levels).size).toBe(4);
  expect(levels[3]).toBeLessThanOrEqual(1);
});

it("sounds in a hall in which noise dies away, on both sides of silence", () => {
  const { context } = synth();
  const [noise, hall] = context.noises;
  const power = (samples: Float32Array | undefined, from: number, to: number): number =>
    [...(samples ?? [])].slice(from * (samples?.length ?? 0), to * (samples?.length ?? 0)).reduce((sum, x) => sum + x * x, 0);
  expect([Math.min(...(noise ?? [])) < -0.9, Math.max(...(noise ?? [])) > 0.9]).toEqual([true, true]);
  expect(power(noise, 0.5, 1) / power(noise, 0, 0.5)).toBeGreaterThan(0.8);
  expect(power(hall, 0.5, 1) / power(hall, 0, 0.5)).toBeLessThan(0.02);
});

it("goes on where the browser has silenced the page, and asks for nothing while it sounds", async () => {
  const { made, context } = synth();
  await made.wake();
  expect([made.ready, context.resume.mock.calls.length]).toEqual([true, 0]);
  for (const state of ["suspended", "interrupted"]) {
    context.state = state;
    expect(made.ready).toBe(false);
    await made.wake();
    expect(made.ready).toBe(true);
  }
  expect(context.resume).toHaveBeenCalledTimes(2);
});

// The sounds of the board, made on the spot: wood on wood, a dull fall, a low bell for power.

import type { HappeningView } from "../generated/api";

let context: AudioContext | null = null;

function audio(): AudioContext | null {
  if (typeof AudioContext === "undefined") return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume().catch(() => undefined);
  return context.state === "running" ? context : null;
}

/** Lets the browser make sounds later, after a first touch. */
export function unlock(): void {
  audio();
}

function tone(at: AudioContext, when: number, from: number, to: number, length: number, loud: number, type: OscillatorType): void {
  const voice = at.createOscillator();
  const level = at.createGain();
  voice.type = type;
  voice.frequency.setValueAtTime(from, when);
  voice.frequency.exponentialRampToValueAtTime(to, when + length);
  level.gain.setValueAtTime(0, when);
  level.gain.linearRampToValueAtTime(loud, when + 0.006);
  level.gain.exponentialRampToValueAtTime(0.0001, when + length);
  voice.connect(level).connect(at.destination);
  voice.start(when);
  voice.stop(when + length + 0.02);
}

const SOUNDS: Readonly<Record<string, (at: AudioContext, when: number) => void>> = {
  moved: (at, when) => {
    tone(at, when, 340, 190, 0.07, 0.22, "triangle");
    tone(at, when, 1400, 700, 0.03, 0.05, "square");
  },
  killed: (at, when) => tone(at, when, 150, 48, 0.3, 0.4, "sine"),
  displaced: (at, when) => tone(at, when, 260, 520, 0.16, 0.14, "sine"),
  exhumed: (at, when) => tone(at, when, 120, 190, 0.24, 0.2, "triangle"),
  power: (at, when) => {
    for (const [i, pitch] of [196, 293.7, 392].entries()) tone(at, when + i * 0.09, pitch, pitch * 0.995, 0.9, 0.14, "sine");
  },
  vassal: (at, when) => {
    tone(at, when, 220, 218, 0.5, 0.14, "sine");
    tone(at, when + 0.12, 165, 163, 0.7, 0.16, "sine");
  },
  ended: (at, when) => {
    for (const [i, pitch] of [261.6, 329.6, 392, 523.3].entries())
      tone(at, when + i * 0.14, pitch, pitch * 0.997, 1.1, 0.13, "sine");
  },
};

/** Sounds that do not come from the board: my turn, a message, a pact. */
const BELLS: Readonly<Record<"turn" | "word" | "pact", (at: AudioContext, when: number) => void>> = {
  turn: (at, when) => {
    tone(at, when, 523.3, 521, 0.35, 0.12, "sine");
    tone(at, when + 0.12, 784, 781, 0.6, 0.12, "sine");
  },
  word: (at, when) => tone(at, when, 880, 660, 0.09, 0.07, "sine"),
  pact: (at, when) => {
    tone(at, when, 330, 329, 0.25, 0.1, "triangle");
    tone(at, when + 0.1, 440, 439, 0.4, 0.1, "triangle");
  },
};

export function ring(bell: keyof typeof BELLS): void {
  const at = audio();
  if (at) BELLS[bell](at, at.currentTime);
}

const ALIKE: Readonly<Record<string, string>> = {
  left: "moved",
  purged: "killed",
  encircled: "killed",
  inherited: "vassal",
  held: "vassal",
};

/** Plays what happened; `pace` is how long a piece is on its way. */
export function play(happenings: readonly Pick<HappeningView, "kind">[], pace: number): void {
  const at = audio();
  if (!at) return;
  let when = at.currentTime + (pace / 1000) * 0.75;
  let last = "";
  for (const { kind } of happenings) {
    const name = ALIKE[kind] ?? kind;
    const sound = SOUNDS[name];
    if (!sound || name === last) continue;
    last = name;
    sound(at, when);
    when += 0.13;
  }
}

// The sounds themselves, made of noise, filters, envelopes and partials: wood, steel, stone, a bell, torn parchment.
// They are this project's own work, under its licence (MIT); nothing was recorded or taken from elsewhere.

import type { Sound } from "../board/effects/plan";

/** Sounds that do not come from the board: my turn, a message, a pact that is sealed, one that is broken. */
export type Bell = "turn" | "word" | "pact" | "torn";

/** One burst of noise: the filter's frequency goes `from` one `to` another, in hertz; times in seconds. */
interface Burst {
  from: number;
  to?: number;
  q?: number;
  type?: BiquadFilterType;
  attack?: number;
  length: number;
  loud: number;
}

/** The partials of a church bell, by the frequency of its prime: hum, prime, tierce, quint, nominal, and above. */
const BELL = [[0.5, 1.3, 0.5], [1, 1, 0.8], [1.19, 0.75, 0.6], [1.5, 0.5, 0.3], [2, 0.6, 0.6], [2.66, 0.3, 0.22], [4.1, 0.16, 0.14]] as const;

/** What sounds in a struck blade: nothing of it is in tune. */
const BLADE = [[1, 1, 1], [1.58, 0.8, 0.7], [2.24, 0.6, 0.5], [2.92, 0.4, 0.35], [4.16, 0.25, 0.2]] as const;

/** How much noise there is to take a burst from, in seconds. */
const NOISE_S = 1.2;

type Partials = readonly (readonly [ratio: number, length: number, loud: number])[];

export class Synth {
  readonly #at: AudioContext;
  readonly #out: GainNode;
  readonly #room: GainNode;
  readonly #noise: AudioBuffer;

  constructor(context: AudioContext) {
    this.#at = context;
    this.#out = context.createGain();
    this.#out.connect(context.destination);
    this.#noise = this.#hiss(NOISE_S, () => 1);
    // A small hall: noise that dies away.
    const hall = context.createConvolver();
    hall.buffer = this.#hiss(1.1, (x) => (1 - x) ** 3.2);
    this.#room = context.createGain();
    this.#room.gain.value = 0.16;
    this.#room.connect(hall).connect(this.#out);
  }

  /** Goes on where the browser has silenced the page, or a phone has for a call (Safari: "interrupted"). */
  async wake(): Promise<void> {
    if (!this.ready) await this.#at.resume();
  }

  get ready(): boolean {
    return this.#at.state === "running";
  }

  /** How loud, from 0 to 100. */
  set volume(volume: number) {
    this.#out.gain.value = 0.9 * (volume / 100) ** 1.6;
  }

  /** Plays a sound in so many seconds. */
  play(sound: Sound | Bell, later: number): void {
    this.#SOUNDS[sound](this.#at.currentTime + later);
  }

  readonly #SOUNDS: Readonly<Record<Sound | Bell, (when: number) => void>> = {
    // A piece is set down: a knock, and the table under it.
    wood: (when) => {
      this.#burst(when, { from: 1900, q: 1.2, length: 0.025, loud: 0.5 });
      this.#partials(when, 330, [[1, 0.09, 0.4], [2.42, 0.05, 0.22], [4.6, 0.03, 0.1]]);
      this.#fall(when, 150, 90, 0.08, 0.28);
    },
    // The strike: a blade, and the body.
    steel: (when) => {
      this.#burst(when, { from: 6500, to: 3800, type: "highpass", length: 0.09, loud: 0.3 });
      this.#partials(when, 1480, BLADE, 0.075, 0.4);
      this.#fall(when + 0.012, 130, 40, 0.26, 0.75);
      this.#burst(when + 0.012, { from: 420, to: 120, type: "lowpass", length: 0.16, loud: 0.7 });
    },
    // The corpse is laid down: a slab.
    stone: (when) => {
      this.#burst(when, { from: 900, to: 300, type: "lowpass", length: 0.12, loud: 0.55 });
      this.#burst(when, { from: 2300, q: 2.5, length: 0.03, loud: 0.3 });
      this.#burst(when + 0.045, { from: 1700, q: 3, length: 0.03, loud: 0.14 });
      this.#fall(when, 92, 55, 0.14, 0.4);
    },
    cloth: (when) => this.#burst(when, { from: 500, to: 2600, q: 0.8, attack: 0.07, length: 0.2, loud: 0.26 }),
    earth: (when) => {
      for (const [i, loud] of [0.3, 0.42, 0.24, 0.34, 0.16].entries())
        this.#burst(when + i * 0.055, { from: 620 - i * 60, to: 240, type: "lowpass", attack: 0.015, length: 0.09, loud });
    },
    bell: (when) => {
      this.#burst(when, { from: 3200, q: 1, length: 0.02, loud: 0.16 });
      this.#partials(when, 293.7, BELL, 0.2, 1.9);
      this.#partials(when + 0.01, 440.5, BELL, 0.07, 1.4);
    },
    toll: (when) => this.#partials(when, 138.6, BELL, 0.24, 1.5),
    // An army comes over: a roll that grows.
    drum: (when) => {
      for (const [i, loud] of [0.22, 0.28, 0.36, 0.46, 0.62].entries()) {
        this.#fall(when + i * 0.075, 118, 62, 0.16, loud);
        this.#burst(when + i * 0.075, { from: 800, to: 260, type: "lowpass", length: 0.05, loud: loud * 0.5 });
      }
    },
    // Nothing is left to go to: links, and the bolt.
    chain: (when) => {
      for (const [i, pitch] of [2350, 2920, 2160, 3170].entries()) {
        this.#partials(when + i * 0.05, pitch, BLADE, 0.035, 0.09);
        this.#burst(when + i * 0.05, { from: 5200, type: "highpass", length: 0.015, loud: 0.1 });
      }
      this.#partials(when + 0.23, 620, BLADE, 0.13, 0.5);
      this.#fall(when + 0.23, 120, 60, 0.16, 0.5);
    },
    peal: (when) => {
      for (const [i, pitch] of [392, 329.6, 261.6, 523.3].entries()) this.#partials(when + i * 0.19, pitch, BELL, 0.13, 2.1);
    },
    turn: (when) => {
      this.#partials(when, 523.3, BELL, 0.07, 0.7);
      this.#partials(when + 0.13, 784, BELL, 0.08, 0.9);
    },
    // A quill on paper.
    word: (when) => {
      for (const i of [0, 1]) this.#burst(when + i * 0.055, { from: 3600, to: 5200, q: 2, attack: 0.012, length: 0.045, loud: 0.16 });
    },
    // A seal pressed into wax.
    pact: (when) => {
      this.#burst(when, { from: 700, to: 220, type: "lowpass", attack: 0.012, length: 0.14, loud: 0.5 });
      this.#fall(when + 0.02, 105, 70, 0.16, 0.4);
      this.#partials(when + 0.1, 660, BELL, 0.035, 0.5);
    },
    // Parchment is torn, fibre by fibre, and the seal cracks.
    torn: (when) => {
      for (let i = 0; i < 15; i++)
        this.#burst(when + i * 0.024 + ((i * 7) % 5) * 0.003, {
          from: 1500 + i * 190,
          to: 2600 + i * 240,
          q: 0.9,
          attack: 0.004,
          length: 0.05,
          loud: 0.1 + 0.2 * (((i * 5) % 7) / 7),
        });
      this.#burst(when + 0.38, { from: 2800, to: 900, q: 1.4, length: 0.06, loud: 0.5 });
      this.#fall(when + 0.385, 170, 80, 0.1, 0.3);
    },
  };

  /** Returns so many seconds of noise, each part as loud as `shape` says of its place from 0 to 1. */
  #hiss(seconds: number, shape: (x: number) => number): AudioBuffer {
    const length = Math.round(seconds * this.#at.sampleRate);
    const buffer = this.#at.createBuffer(1, length, this.#at.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * shape(i / length);
    return buffer;
  }

  /** Returns a gain that swells and dies away, heard directly and from the hall. */
  #envelope(when: number, attack: number, length: number, loud: number): GainNode {
    const level = this.#at.createGain();
    level.gain.setValueAtTime(0, when);
    level.gain.linearRampToValueAtTime(loud, when + attack);
    level.gain.exponentialRampToValueAtTime(0.0001, when + attack + length);
    level.connect(this.#out);
    level.connect(this.#room);
    return level;
  }

  #burst(when: number, { from, to = from, q = 0.7, type = "bandpass", attack = 0.002, length, loud }: Burst): void {
    const source = this.#at.createBufferSource();
    const filter = this.#at.createBiquadFilter();
    source.buffer = this.#noise;
    filter.type = type;
    filter.Q.value = q;
    filter.frequency.setValueAtTime(from, when);
    filter.frequency.exponentialRampToValueAtTime(to, when + attack + length);
    source.connect(filter).connect(this.#envelope(when, attack, length, loud));
    const lasts = attack + length + 0.02;
    source.start(when, Math.random() * (NOISE_S - lasts));
    source.stop(when + lasts);
  }

  /** Sounds one pure tone that falls from a frequency to another: the weight of a blow. */
  #fall(when: number, from: number, to: number, length: number, loud: number): void {
    const voice = this.#at.createOscillator();
    voice.frequency.setValueAtTime(from, when);
    voice.frequency.exponentialRampToValueAtTime(to, when + length);
    voice.connect(this.#envelope(when, 0.004, length, loud));
    voice.start(when);
    voice.stop(when + length + 0.03);
  }

  /** Sounds the partials of something struck, that die away one after the other. */
  #partials(when: number, pitch: number, partials: Partials, loud = 1, length = 1): void {
    for (const [ratio, lasts, share] of partials) this.#fall(when, pitch * ratio, pitch * ratio * 0.998, lasts * length, share * loud);
  }
}

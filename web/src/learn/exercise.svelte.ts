// An exercise as it goes: turns are tried, judged and answered, and the next task begins.

import { gamesApi } from "../api/games";
import { lessonsApi } from "../api/lessons";
import type { BoardView, LessonAttemptView, LessonView, PositionView, TaskView, Words } from "../generated/api";
import { failureNotice } from "../lib/failures";
import { preferences } from "../lib/settings.svelte";
import { Practice } from "./practice.svelte";

/** How long a turn of another stands before the next, beyond its animation, in milliseconds. */
const PAUSE_MS = 700;

const waited = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

export class Exercise {
  readonly name: string;
  readonly practice: Practice;
  lesson = $state.raw<LessonView | null>(null);
  geometry = $state.raw<BoardView | null>(null);
  /** Why there is no lesson to be seen. */
  failed = $state.raw<unknown>(null);
  task = $state(0);
  phase = $state<"choose" | "wait" | "wrong" | "right" | "done">("choose");
  /** Why the turn was not right. */
  reasons = $state.raw<Words[]>([]);
  /** What there is to say to the last turn in particular. */
  remark = $state.raw<Words | null>(null);
  /** What was played since the reader's turn. */
  replies = $state.raw<PositionView[]>([]);
  readonly #ondone: () => void;
  readonly #patient: boolean;
  /** The turns that were right, and where each task begins. */
  #turns: string[] = [];
  #starts: PositionView[] = [];
  /** The last turn that was right, and the answers of the others to it. */
  #played: readonly PositionView[] = [];
  #left = false;

  /** `patient`: the others answer when they are told to go on. */
  constructor(name: string, ondone: () => void, patient = false) {
    this.name = name;
    this.#ondone = ondone;
    this.#patient = patient;
    this.practice = new Practice((text) => void this.#turn(text));
  }

  get now(): TaskView | null {
    return this.lesson?.tasks[this.task] ?? null;
  }

  /** The position in which the current task begins. */
  get start(): PositionView | null {
    return this.#starts[this.task] ?? null;
  }

  async load(): Promise<void> {
    this.failed = null;
    try {
      const found = await lessonsApi.lesson(this.name);
      this.geometry = await gamesApi.board(found.variant);
      this.lesson = found;
      this.#begin(0, found.view);
    } catch (error) {
      this.failed = error;
    }
  }

  /** Shows nothing any more: nobody is here. */
  close(): void {
    this.#left = true;
  }

  /** Begins the task again. */
  again(): void {
    if (this.start) this.#begin(this.task, this.start);
  }

  /** Begins with the first task. */
  restart(): void {
    this.#turns = [];
    this.replies = [];
    const [first] = this.#starts;
    if (first) this.#begin(0, first);
  }

  /** Lets the others answer, and begins the next task. */
  async goOn(): Promise<void> {
    this.phase = "wait";
    this.remark = null;
    await this.#film(this.#played.slice(1));
    const next = this.#played.at(-1);
    if (!this.#left && next) this.#begin(this.task + 1, next);
  }

  #begin(number: number, view: PositionView): void {
    this.task = number;
    this.#starts[number] = view;
    this.reasons = [];
    this.remark = null;
    this.phase = "choose";
    this.practice.show(view);
  }

  async #turn(text: string): Promise<void> {
    this.phase = "wait";
    this.replies = [];
    try {
      await this.#judged(text, await lessonsApi.attempt(this.name, [...this.#turns, text]));
    } catch (error) {
      this.again();
      this.practice.notice = failureNotice(error);
    }
  }

  async #judged(text: string, { done, missing, remark, views }: LessonAttemptView): Promise<void> {
    const [mine, ...others] = views;
    if (!mine || this.#left) return;
    this.#show(mine);
    this.remark = remark;
    if (missing.length > 0) {
      await this.#film(others);
      this.reasons = missing;
      this.phase = "wrong";
      return;
    }
    this.#turns = [...this.#turns, text];
    this.#played = views;
    if (done) {
      this.phase = "done";
      this.#ondone();
    } else if (this.#patient) this.phase = "right";
    else await this.goOn();
  }

  /** Shows turns one after the other, each as long as it takes to see it. */
  async #film(views: readonly PositionView[]): Promise<void> {
    for (const view of views) {
      await waited(preferences.pace + PAUSE_MS);
      if (this.#left) return;
      this.replies = [...this.replies, view];
      this.#show(view);
    }
    await waited(preferences.pace);
  }

  #show(view: PositionView): void {
    this.practice.show({ ...view, stages: {} });
  }
}

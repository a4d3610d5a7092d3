// Calls of the host, typed by the server's OpenAPI document: address, parameters, body and answer.

import { host } from "#host";

import type { ErrorView, paths, Words } from "../generated/api";
import { hearTime } from "./server-time";

/** A call that failed: a fault that the server reports, or code `unreachable` without a server. */
export class ApiError extends Error {
  readonly code: string;
  /** The server's message for people. */
  readonly words: Words | null;
  /** The status of the answer; 0 without one. */
  readonly status: number;

  constructor(code: string, words: Words | null, status = 0) {
    super(code);
    this.name = "ApiError";
    this.code = code;
    this.words = words;
    this.status = status;
  }
}

type Method = "get" | "post" | "put" | "delete";

/** The addresses that know a method. */
type Address<M extends Method> = { [P in keyof paths]: paths[P] extends Record<M, object> ? P : never }[keyof paths];

type Operation<M extends Method, P extends Address<M>> = paths[P][M];

type PathParameters<O> = O extends { parameters: { path: infer Found } } ? { path: Found } : unknown;
type QueryParameters<O> = O extends { parameters: { query?: infer Found } } ? { query?: Found } : unknown;
type Body<O> = O extends { requestBody: { content: { "application/json": infer Found } } } ? { body: Found } : unknown;

/** The arguments of a call: path parameters, query parameters, body. */
type Parts<O> = PathParameters<O> & QueryParameters<O> & Body<O> & { signal?: AbortSignal };
/** The parts may be left out where none is required. */
type Given<O> = Record<string, never> extends Parts<O> ? [parts?: Parts<O>] : [parts: Parts<O>];

/** The JSON of a successful answer. */
export type Answer<M extends Method, P extends Address<M>> =
  Operation<M, P> extends { responses: infer R }
    ? { [S in keyof R & (200 | 201)]: R[S] extends { content: { "application/json": infer Found } } ? Found : never }[keyof R & (200 | 201)]
    : never;

interface AnyParts {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  signal?: AbortSignal;
}

/** Returns what stands behind an address, from the `?` on; values that are "", null or missing ask for nothing. */
export function queryOf(values: object): string {
  const asked = Object.entries(values).filter(([, value]) => value !== "" && value !== undefined && value !== null);
  const text = new URLSearchParams(asked.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}

/** Returns an address with its parameters. */
const addressOf = (template: string, { path = {}, query = {} }: AnyParts): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name]))) + queryOf(query);

/** Asks the host; throws `ApiError` unless that succeeds, or why it was given up. For addresses that the document does not have; else see `call`. */
export async function ask(method: string, address: string, { body, signal }: Pick<AnyParts, "body" | "signal"> = {}): Promise<Response> {
  let answer: Response;
  try {
    answer = await host.call(method.toUpperCase(), address, {
      body,
      // What is being stored gets stored even if the player leaves the page.
      keepalive: method === "put",
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    throw signal?.aborted ? error : new ApiError("unreachable", null);
  }
  hearTime(answer.headers);
  if (answer.ok) return answer;
  const fault = (await answer.json().catch(() => null)) as ErrorView | null;
  throw new ApiError(fault?.code ?? String(answer.status), fault?.words ?? null, answer.status);
}

/** Makes a call; throws `ApiError` unless it succeeds. */
export async function call<M extends Method, P extends Address<M>>(
  method: M,
  address: P,
  ...[parts = {} as Parts<Operation<M, P>>]: Given<Operation<M, P>>
): Promise<Response> {
  return ask(method, addressOf(address, parts as AnyParts), parts as AnyParts);
}

/** Makes a call and returns the JSON of its answer; throws `ApiError` unless it succeeds. */
export async function read<M extends Method, P extends Address<M>>(
  method: M,
  address: P,
  ...given: Given<Operation<M, P>>
): Promise<Answer<M, P>> {
  const answer = await call(method, address, ...given);
  try {
    return (await answer.json()) as Answer<M, P>;
  } catch (error) {
    if ((given[0] as AnyParts | undefined)?.signal?.aborted) throw error;
    // It broke off, or somebody who stands before the server made it.
    throw new ApiError("unreachable", null);
  }
}

import type { Flow } from "./flow.ts";
import type { ReadEntry, ReadOptions } from "./read-entries.ts";

/** A submission to read. */
export interface Job {
  /** The body, or the path of the file that contains it. */
  readonly body: Uint8Array<ArrayBuffer> | string;
  readonly options: ReadOptions;
  readonly flow: Flow;
}

/** A worker's messages: the entries of its job one by one, then the end. */
export type Reply =
  | { readonly kind: "entry"; readonly entry: ReadEntry; readonly bytes: number }
  | { readonly kind: "end"; readonly mails: number; readonly cpuMs: number }
  | FailedReply;

export interface FailedReply {
  readonly kind: "failed";
  readonly error: unknown;
  /** The code of the error, which it loses on its way between threads: it says whether a later attempt may succeed. */
  readonly code?: string;
  readonly cpuMs: number;
}

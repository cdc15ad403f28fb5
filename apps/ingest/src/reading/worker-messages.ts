import type { Flow } from "./flow.ts";
import type { ReadEntry, ReadOptions } from "./read-entries.ts";

/** A submission to be read. */
export interface Job {
  /** The body, or the file that has it. */
  readonly body: Uint8Array<ArrayBuffer> | string;
  readonly options: ReadOptions;
  readonly flow: Flow;
}

/** What a worker answers: its job's entries one by one, then its end. */
export type Reply =
  | { readonly kind: "entry"; readonly entry: ReadEntry; readonly bytes: number }
  | { readonly kind: "end"; readonly cpuMs: number }
  | { readonly kind: "failed"; readonly error: unknown; readonly cpuMs: number };

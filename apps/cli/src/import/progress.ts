import { type Params, SingleBar } from "cli-progress";
import { pluralize } from "../pluralize.ts";

/** Shown while a store or the log is unreachable. */
export const STORE_UNREACHABLE = "a store is unreachable; waiting for it";

/** How often a line is printed if no bar can be drawn. */
const LINE_EVERY_MS = 2000;

/** Counts of reports, or of other things, by outcome so far. */
type Counts = Readonly<Record<"accepted" | "duplicate" | "refused" | "not-aggregate", number>>;

export interface Progress {
  /**
   * Shows how far it is.
   * @param done of the things whose number is known
   * @param reports found in them so far; absent: each is one
   */
  update(done: number, counts: Counts, reports?: number): void;
  /** Shows what the import is waiting for. */
  wait(text: string): void;
  end(): void;
}

/** The output for progress: a terminal, a file or a pipe. */
type Output = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

/**
 * A bar with rate and time left on a terminal; plain lines otherwise.
 * @param noun what is counted, in the singular
 */
export function createProgress(total: number, output: Output, noun = "file"): Progress {
  const things = pluralize(total, noun);
  return output.isTTY ? createBar(total, output, things) : createLines(total, output, things);
}

interface Shown {
  readonly place: string;
  readonly pace: string;
  readonly counts: string;
}

function createBar(total: number, output: Output, things: string): Progress {
  const format = (_options: unknown, { progress }: Params, { place, pace, counts }: Shown) =>
    toBarLine(progress, `${place}${pace}; ${counts}`, output.columns);
  const bar = new SingleBar({ format, stream: output, hideCursor: true });
  const startedAt = Date.now();
  bar.start(total, 0, { place: describePlace({ done: 0, things }), pace: "", counts: "" });
  return {
    update(done, counts, reports = done) {
      const pace = describePace({ done, total, reports }, Date.now() - startedAt);
      bar.update(done, {
        place: describePlace({ done, things, reports }),
        pace,
        counts: describe(counts, { withZeros: false }),
      });
    },
    wait: (text) => bar.update({ counts: text }),
    end: () => bar.stop(),
  };
}

const BAR_CHARS_MAX = 40;
const BAR_CHARS_MIN = 8;

/** A line that fits the terminal: a line that is broken is drawn anew below itself with each update. */
export function toBarLine(progress: number, text: string, columns = 80): string {
  const percentage = `${Math.floor(progress * 100)}%`.padStart(4);
  const room = columns - 1 - percentage.length - " ".length;
  const chars = Math.max(BAR_CHARS_MIN, Math.min(BAR_CHARS_MAX, room - text.length));
  const done = Math.round(progress * chars);
  const shown = text.length > room - chars ? `${text.slice(0, Math.max(0, room - chars - 1))}…` : text;
  return `${"█".repeat(done)}${"░".repeat(chars - done)}${percentage} ${shown}`;
}

function createLines(total: number, output: Output, things: string): Progress {
  const startedAt = Date.now();
  let printedAt = startedAt;
  return {
    update(done, counts, reports = done) {
      if (Date.now() - printedAt < LINE_EVERY_MS) return;
      printedAt = Date.now();
      const pace = describePace({ done, total, reports }, Date.now() - startedAt);
      output.write(`${describePlace({ done, things, reports })}${pace}; ${describe(counts)}\n`);
    },
    wait(text) {
      if (Date.now() - printedAt < LINE_EVERY_MS) return;
      printedAt = Date.now();
      output.write(`${text}\n`);
    },
    end: () => undefined,
  };
}

interface Place {
  readonly done: number;
  readonly things: string;
  readonly reports?: number;
}

/** An archive is one file with any number of reports. */
function describePlace({ done, things, reports = done }: Place): string {
  return reports === done ? `${done}/${things}` : `${pluralize(reports, "report")} of ${done}/${things}`;
}

interface Pace {
  readonly done: number;
  readonly total: number;
  readonly reports: number;
}

/** Reports per second and the estimated time left; empty until a rate is known. */
function describePace({ done, total, reports }: Pace, elapsedMs: number): string {
  const rate = Math.round((reports * 1000) / Math.max(1, elapsedMs));
  if (rate === 0) return "";
  const left = done === 0 ? "" : `, ${Math.ceil(((total - done) * elapsedMs) / (1000 * done))} s left`;
  return `, ${rate}/s${left}`;
}

function describe(counts: Counts, { withZeros } = { withZeros: true }): string {
  const named = [
    [counts.accepted, "accepted"],
    [counts.duplicate, "duplicate"],
    [counts.refused, "refused"],
    [counts["not-aggregate"], "not aggregate"],
  ] as const;
  const shown = named.filter(([count]) => withZeros || count > 0);
  return shown.map(([count, name]) => `${count} ${name}`).join(", ");
}

import { Presets, SingleBar } from "cli-progress";
import { pluralize } from "../pluralize.ts";

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
type Output = NodeJS.WritableStream & { readonly isTTY?: boolean };

/**
 * A bar with rate and time left on a terminal; plain lines otherwise.
 * @param noun what is counted, in the singular
 */
export function createProgress(total: number, output: Output, noun = "file"): Progress {
  const things = pluralize(total, noun);
  return output.isTTY ? createBar(total, output, things) : createLines(total, output, things);
}

function createBar(total: number, output: Output, things: string): Progress {
  const format = "{bar} {percentage}% {place}{pace}; {counts}";
  const bar = new SingleBar({ format, stream: output, hideCursor: true }, Presets.shades_classic);
  const startedAt = Date.now();
  bar.start(total, 0, { place: describePlace({ done: 0, things }), pace: "", counts: "" });
  return {
    update(done, counts, reports = done) {
      const pace = describePace({ done, total, reports }, Date.now() - startedAt);
      bar.update(done, { place: describePlace({ done, things, reports }), pace, counts: describe(counts) });
    },
    wait: (text) => bar.update({ counts: text }),
    end: () => bar.stop(),
  };
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

function describe(counts: Counts): string {
  const { accepted, duplicate, refused } = counts;
  return `${accepted} accepted, ${duplicate} duplicate, ${refused} refused, ${counts["not-aggregate"]} not aggregate`;
}

import { Presets, SingleBar } from "cli-progress";
import { pluralize } from "../pluralize.ts";

/** How often a line is printed if no bar can be drawn. */
const LINE_EVERY_MS = 2000;

/** Counts of files by outcome so far. */
type Counts = Readonly<Record<"accepted" | "duplicate" | "refused" | "not-aggregate", number>>;

export interface Progress {
  /** Shows that another file is done. */
  update(done: number, counts: Counts): void;
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
  const format = `{bar} {percentage}% {value}/${things}{pace}; {counts}`;
  const bar = new SingleBar({ format, stream: output, hideCursor: true }, Presets.shades_classic);
  const startedAt = Date.now();
  bar.start(total, 0, { pace: "", counts: "" });
  return {
    update(done, counts) {
      bar.update(done, { pace: describePace(done, total, Date.now() - startedAt), counts: describe(counts) });
    },
    wait: (text) => bar.update({ counts: text }),
    end: () => bar.stop(),
  };
}

function createLines(total: number, output: Output, things: string): Progress {
  const startedAt = Date.now();
  let printedAt = startedAt;
  return {
    update(done, counts) {
      if (Date.now() - printedAt < LINE_EVERY_MS) return;
      printedAt = Date.now();
      const pace = describePace(done, total, Date.now() - startedAt);
      output.write(`${done}/${things}${pace}; ${describe(counts)}\n`);
    },
    wait(text) {
      if (Date.now() - printedAt < LINE_EVERY_MS) return;
      printedAt = Date.now();
      output.write(`${text}\n`);
    },
    end: () => undefined,
  };
}

/** Files per second and the estimated time left; empty until a rate is known. */
function describePace(done: number, total: number, elapsedMs: number): string {
  const rate = Math.round((done * 1000) / Math.max(1, elapsedMs));
  return rate === 0 ? "" : `, ${rate}/s, ${Math.ceil((total - done) / rate)} s left`;
}

function describe(counts: Counts): string {
  const { accepted, duplicate, refused } = counts;
  return `${accepted} accepted, ${duplicate} duplicate, ${refused} refused, ${counts["not-aggregate"]} not aggregate`;
}

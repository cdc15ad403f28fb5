import type { WriteStream } from "node:tty";
import { Presets, SingleBar } from "cli-progress";

/** How often a line is printed where no bar can be drawn. */
const LINE_EVERY_MS = 2000;

/** Counts of files by what became of them so far. */
type Counts = Readonly<Record<"accepted" | "duplicate" | "refused" | "not-aggregate", number>>;

export interface Progress {
  /** One more file is done. */
  update(done: number, counts: Counts): void;
  /** Says what is being waited for. */
  wait(text: string): void;
  end(): void;
}

/** A bar with rate and time left on a terminal, plain lines elsewhere. */
export function createProgress(total: number, output: WriteStream): Progress {
  return output.isTTY ? createBar(total, output) : createLines(total, output);
}

function createBar(total: number, output: WriteStream): Progress {
  const format = "{bar} {percentage}% {value}/{total} files, {rate}/s, {eta_formatted} left; {counts}";
  const bar = new SingleBar({ format, stream: output, etaBuffer: 200, hideCursor: true }, Presets.shades_classic);
  const startedAt = Date.now();
  bar.start(total, 0, { rate: 0, counts: "" });
  return {
    update(done, counts) {
      bar.update(done, { rate: toRate(done, startedAt), counts: describe(counts) });
    },
    wait: (text) => bar.update({ counts: text }),
    end: () => bar.stop(),
  };
}

function createLines(total: number, output: WriteStream): Progress {
  const startedAt = Date.now();
  let printedAt = startedAt;
  return {
    update(done, counts) {
      if (Date.now() - printedAt < LINE_EVERY_MS) return;
      printedAt = Date.now();
      const rate = toRate(done, startedAt);
      const left = rate === 0 ? "?" : Math.ceil((total - done) / rate);
      output.write(`${done}/${total} files, ${rate}/s, ${left} s left; ${describe(counts)}\n`);
    },
    wait(text) {
      if (Date.now() - printedAt < LINE_EVERY_MS) return;
      printedAt = Date.now();
      output.write(`${text}\n`);
    },
    end: () => undefined,
  };
}

function toRate(done: number, startedAt: number): number {
  return Math.round((done * 1000) / Math.max(1, Date.now() - startedAt));
}

function describe(counts: Counts): string {
  const { accepted, duplicate, refused } = counts;
  return `${accepted} accepted, ${duplicate} duplicate, ${refused} refused, ${counts["not-aggregate"]} not aggregate`;
}

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { ByteReader } from "../envelope/submission/byte-reader.ts";
import type { Guards } from "./outside.ts";

export interface Measurement {
  /** What the input was read as, the last ones if there are many. */
  readonly outcomes: readonly string[];
  readonly cpuMs: number;
  /** Resident memory of the process, the most so far. */
  readonly peakMib: number;
  /** Sockets, DNS questions and processes that reading made. */
  readonly opened: readonly string[];
}

/** What endless input is cut to: more than may be read of it. */
const SENT_BYTES_MAX = 24 * 1024 * 1024;
/** A process that takes longer for one input is killed. */
const INPUT_MS_MAX = 20_000;

/** A process that reads hostile input and may write no file. Its script calls `measureInput`. */
export class MeasuredProcess {
  /** Rejects when the process ends before it is ready. */
  readonly guards: Promise<Guards>;
  readonly #process;
  readonly #lines;

  constructor(script: URL) {
    const flags = ["--expose-gc", "--permission", "--allow-fs-read=*"];
    this.#process = spawn(process.execPath, [...flags, fileURLToPath(script)], { stdio: ["pipe", "pipe", "inherit"] });
    this.#lines = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
    // What is written to a process that has ended is lost; the line that is missing tells it.
    this.#process.stdin.on("error", () => {});
    this.guards = this.#readLine();
  }

  /** Rejects when the process has ended, or takes so long that it is ended. */
  async measure(body: Uint8Array | AsyncIterable<Uint8Array>): Promise<Measurement> {
    const bytes = body instanceof Uint8Array ? body : await new ByteReader(body).take(SENT_BYTES_MAX);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(bytes.length);
    const timer = setTimeout(() => this.close(), INPUT_MS_MAX);
    this.#process.stdin.write(length);
    this.#process.stdin.write(bytes);
    return this.#readLine().finally(() => clearTimeout(timer));
  }

  close(): void {
    this.#process.kill("SIGKILL");
  }

  async #readLine() {
    const { value } = await this.#lines.next();
    if (value === undefined) throw new Error("The process that reads hostile input has ended.");
    return JSON.parse(value);
  }
}

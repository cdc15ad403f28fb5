import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** A part without parts, as Python's package `email` reads it. */
export interface PythonLeaf {
  /** Whether it is the header of another mail. */
  readonly kind: "header" | "content";
  readonly transferEncoding: string;
  /** SHA-256 in hex of its body with line feeds as line ends, those at its end left out: its end may be missing. */
  readonly digest: string;
}

/** A mail as Python's package `email` reads it. */
export interface PythonMail {
  /** Names of the header fields in lower case. */
  readonly names: readonly string[];
  readonly leaves: readonly PythonLeaf[];
}

/** A Python process that reads mails, one after the other. */
export interface PythonReader {
  read(mail: Uint8Array): Promise<PythonMail>;
  stop(): void;
}

/** Starts `python3`, which must be there. */
export function startPythonReader(): PythonReader {
  const script = fileURLToPath(new URL("read_mail.py", import.meta.url));
  const child = spawn("python3", [script], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async read(mail) {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(mail.length);
      child.stdin.write(Buffer.concat([length, mail]));
      const { value, done } = await lines.next();
      if (done) throw new Error("Python ended while it read a mail");
      const { names, leaves } = JSON.parse(value) as {
        names: string[];
        leaves: [PythonLeaf["kind"], string, string][];
      };
      return {
        names,
        leaves: leaves.map(([kind, transferEncoding, digest]) => ({ kind, transferEncoding, digest })),
      };
    },
    stop() {
      child.stdin.end();
    },
  };
}

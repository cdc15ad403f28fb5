import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readMailbox } from "@ruaflow/dmarc/testing/mail-forms";
import { expect, test } from "vitest";
import { announceSkip } from "../support/missing-tool.ts";
import { makeMailbox } from "./mailbox/make-mailbox.ts";
import { Random } from "./xml/random.ts";

const LONG_MS = 120_000;
const SEED = 1;
const MAILBOXES = 300;
const hasPython = spawnSync("python3", ["--version"]).status === 0;
if (!hasPython) announceSkip("mailboxes split by Python, which need python3");

test.runIf(hasPython)("a mailbox is split where Python's module mailbox splits it", { timeout: LONG_MS }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "ruaflow-mailbox-"));
  try {
    const random = new Random(SEED);
    const mailboxes = Array.from({ length: MAILBOXES }, () => makeMailbox(random));
    const split = splitWithPython(folder, mailboxes);
    for (const [index, mailbox] of mailboxes.entries()) {
      const mails = await readMailbox(mailbox);
      expect(mails.map(toDigest), mailbox.toString().slice(0, 2000)).toEqual(split[index]);
    }
    expect(split.flat().length).toBeGreaterThan(2 * MAILBOXES);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

function splitWithPython(folder: string, mailboxes: readonly Buffer[]): string[][] {
  const paths = mailboxes.map((mailbox, index) => {
    const path = join(folder, `${index}.mbox`);
    writeFileSync(path, mailbox);
    return path;
  });
  const script = fileURLToPath(new URL("mailbox/split_mailbox.py", import.meta.url));
  const { stdout, stderr } = spawnSync("python3", [script, ...paths], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  expect(stderr).toBe("");
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** Line ends aside: Python leaves the empty line in front of a separator out. */
function toDigest(mail: Buffer): string {
  const text = mail.toString("latin1").replaceAll("\r\n", "\n").replace(/\n+$/, "");
  return createHash("sha256").update(text, "latin1").digest("hex");
}

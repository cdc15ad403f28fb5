import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { announceSkip } from "../support/missing-tool.ts";
import { brokenMailReaders } from "./mail/broken-readers.ts";
import { fuzzMail } from "./mail/fuzz-mail.ts";

const LONG_MS = 120_000;
const SEED = 1;
const hasPython = spawnSync("python3", ["--version"]).status === 0;
if (!hasPython) announceSkip("mails read by Python, which need python3");

test.runIf(hasPython)(
  "the search for reports, mailauth and Python read a mail alike where its sender can vouch for a part",
  { timeout: LONG_MS },
  async () => {
    const { defects, vouched } = await fuzzMail({ seed: SEED, mails: 2000, defectsMax: 1 });
    expect(defects.map(({ what }) => what)).toEqual([]);
    expect(vouched).toBeGreaterThan(500);
  },
);

test.runIf(hasPython).each(Object.entries(brokenMailReaders))(
  "a reader with %s is found",
  { timeout: LONG_MS },
  async (_, readMail) => {
    const { defects } = await fuzzMail({ seed: SEED, mails: 10_000, defectsMax: 1, readMail });
    expect(defects).toHaveLength(1);
  },
);

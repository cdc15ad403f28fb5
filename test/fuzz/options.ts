import { parseArgs } from "node:util";
import { printHelpIfAsked } from "../support/print-help.ts";

const HELP = `Looks for documents on which the product and an independent reader differ.

  npm run fuzz -- xml [options]

  xml   reports as XML: the product's parser, fed in random pieces, beside sax, a fields' reader of its own, and the same
        report in plain form. Documents are made up, and made from the golden files and the real reports. Whatever is
        well-formed must be read alike; what may differ has a name and a reason in test/fuzz/xml/rules.ts.

  --seed N       the same seed makes the same documents (default: the time)
  --runs N       documents (default: until the time is over)
  --seconds N    how long (default 60; with --runs: without end)
  --corpus DIR   folder with real.tar.gz, or with report files (default ../shared/reports)
  --out DIR      where documents that differ are saved, as found and made small (default: a folder in /tmp)
  --twin         break the product's reader on purpose, in each of several ways: succeeds only when each is found
  --json         print the result as JSON

Exit code: 0 when nothing differs.`;

export interface FuzzOptions {
  readonly kind: string;
  readonly seed: number;
  readonly runsMax: number;
  readonly seconds: number;
  readonly corpus: string | null;
  readonly out: string | null;
  readonly isTwin: boolean;
  readonly isJson: boolean;
}

export function readOptions(args: string[]): FuzzOptions {
  printHelpIfAsked(HELP);
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      seed: { type: "string", default: String(Date.now() % 1_000_000) },
      runs: { type: "string" },
      seconds: { type: "string" },
      corpus: { type: "string" },
      out: { type: "string" },
      twin: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  });
  const runsMax = values.runs === undefined ? Number.POSITIVE_INFINITY : Number(values.runs);
  const secondsDefault = values.runs === undefined ? 60 : Number.POSITIVE_INFINITY;
  return {
    kind: positionals[0] ?? "",
    seed: Number(values.seed),
    runsMax,
    seconds: values.seconds === undefined ? secondsDefault : Number(values.seconds),
    corpus: values.corpus ?? null,
    out: values.out ?? null,
    isTwin: values.twin,
    isJson: values.json,
  };
}

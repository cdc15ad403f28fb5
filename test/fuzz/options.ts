import { parseArgs } from "node:util";
import { printHelpIfAsked } from "../support/print-help.ts";

const EXECUTIONS = 200_000;

const HELP = `Looks for input that the product's readers cannot take.

  npm run fuzz -- KIND [options]

  xml      documents on which the product and an independent reader differ. The product's parser, fed in random pieces,
           beside sax, a fields' reader of its own, and the same report in plain form. Documents are made up, and made
           from the golden files and the real reports. Whatever is well-formed must be read alike; what may differ has a
           name and a reason in test/fuzz/xml/rules.ts.

  mail     mails that a sender could vouch for and that readers understand differently: each is read by the product, by
           mailauth and by Python's package email, which must find the same header fields, end and parts. Needs python3.

  gzip, zip, tar, mime, msg, cms, parse, whole, or all of them
           bytes that a reader does not refuse but throws at, or that cost over 1 s of CPU or 512 MiB: the unpackers, the
           XML parser, and the whole path from envelope to records. The hostile archives, mails and documents are changed,
           and changed further where they reach new code: blocks and branches of the readers are counted.

  --seed N         the same seed makes the same input (default: the time)
  --out DIR        where input that fails is saved (default: a folder in /tmp)
  --twin           break the product's readers on purpose, in each of several ways: succeeds only when each is found
  --json           print the result as JSON

Options of xml:
  --runs N         documents (default: until the time is over)
  --seconds N      how long (default 60; with --runs: without end)
  --corpus DIR     folder with real.tar.gz, or with report files (default ../shared/reports)

Options of the others:
  --executions N   inputs, for each target (default ${EXECUTIONS})
  --input FILE     reads this file alone, for example one that failed

Exit code: 0 when nothing is found.`;

export interface FuzzOptions {
  readonly kind: string;
  readonly seed: number;
  readonly runsMax: number;
  readonly seconds: number;
  readonly corpus: string | null;
  readonly out: string | null;
  readonly executions: number;
  readonly input: string | null;
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
      executions: { type: "string", default: String(EXECUTIONS) },
      input: { type: "string" },
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
    executions: Number(values.executions),
    input: values.input ?? null,
    isTwin: values.twin,
    isJson: values.json,
  };
}

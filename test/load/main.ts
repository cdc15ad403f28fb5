// `npm run bench`: one table with every promised figure of speed and memory; `--help` lists the options.
import { describeMachine } from "./machine.ts";
import { readOptions } from "./options.ts";
import { type Parsedmarc, prepareParsedmarc } from "./parsedmarc/environment.ts";
import type { Part, PartContext } from "./part.ts";
import { answersPart } from "./parts/answers.ts";
import { backfillPart } from "./parts/backfill.ts";
import { bytesPart } from "./parts/bytes.ts";
import { catchUpPart } from "./parts/catch-up.ts";
import { exportsPart } from "./parts/exports.ts";
import { growthPart } from "./parts/growth.ts";
import { corpusPart, kafkaPart, reportPart } from "./parts/imports.ts";
import { lanesPart } from "./parts/lanes.ts";
import { memoryPart } from "./parts/memory.ts";
import { mixedPart } from "./parts/mixed.ts";
import { portfolioPart } from "./parts/portfolio.ts";
import { domainsPart, questionsPart } from "./parts/questions.ts";
import { smallReportsPart } from "./parts/small-reports.ts";
import { smtpPart } from "./parts/smtp.ts";
import { sourcesPart } from "./parts/sources.ts";
import { viewsPart } from "./parts/views.ts";
import { webhooksPart } from "./parts/webhooks.ts";
import { writersPart } from "./parts/writers.ts";
import { toHead, toTable } from "./print-table.ts";
import { saveResult } from "./results-file.ts";

const parts: readonly Part[] = [
  corpusPart,
  reportPart,
  kafkaPart,
  memoryPart,
  smallReportsPart,
  bytesPart,
  questionsPart,
  domainsPart,
  portfolioPart,
  answersPart,
  mixedPart,
  webhooksPart,
  smtpPart,
  sourcesPart,
  backfillPart,
  lanesPart,
  writersPart,
  catchUpPart,
  viewsPart,
  exportsPart,
  growthPart,
];

const options = readOptions(process.argv.slice(2));
const unknown = [...options.only, ...options.skip].filter((name) => !parts.some((part) => part.name === name));
if (unknown.length > 0) throw new Error(`unknown parts: ${unknown.join(", ")}`);
const chosen = parts.filter(({ name }) => options.only.length === 0 || options.only.includes(name));
const machine = describeMachine();
let parsedmarc: Promise<Parsedmarc> | undefined;

console.log(toHead(machine));
for (const part of chosen.filter(({ name }) => !options.skip.includes(name))) await measure(part);

async function measure(part: Part): Promise<void> {
  const startedAt = performance.now();
  const context: PartContext = {
    options,
    parsedmarc: () => {
      parsedmarc ??= prepareParsedmarc();
      return parsedmarc;
    },
    progress: (text) => console.error(`${new Date().toISOString().slice(11, 19)} ${part.name}: ${text}`),
  };
  const output = await part.run(context).catch(toFailure);
  const seconds = (performance.now() - startedAt) / 1000;
  const result = { part: part.name, title: part.title, ...output, seconds };
  console.log(toTable(result));
  if (options.json !== null) saveResult(options.json, machine, result);
}

/** A part that fails does not affect the figures of the others. */
function toFailure(error: unknown) {
  process.exitCode = 1;
  return { figures: [], notes: [`FAILED: ${error instanceof Error ? error.message : error}`] };
}

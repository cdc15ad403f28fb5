// `npm run goldens`: renews what must be read from each golden document, and shows what changed. Read every change against its
// document before you keep it: the golden files are what the parser is held to.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { parseWhole } from "../../libs/dmarc/src/testing/parse-whole.ts";
import { printHelpIfAsked } from "../support/print-help.ts";

printHelpIfAsked("Writes what the parser now reads of each document in libs/dmarc/golden, and shows what changed.");

const folder = new URL("../../libs/dmarc/golden/", import.meta.url);
const paths = new Map<string, number>();
let changed = 0;
const names = readdirSync(folder).filter((name) => name.endsWith(".xml"));
for (const name of names) {
  const expected = new URL(name.replace(/xml$/, "json"), folder);
  const before = readIfThere(expected);
  const now: unknown = JSON.parse(JSON.stringify(await parseWhole(readFileSync(new URL(name, folder)))));
  if (isDeepStrictEqual(before, now)) continue;
  writeFileSync(expected, `${JSON.stringify(now, null, 2)}\n`);
  changed += 1;
  const differences = [...compare(before, now, "")];
  for (const path of new Set(differences)) paths.set(path, (paths.get(path) ?? 0) + 1);
}
for (const [path, files] of [...paths].sort((one, other) => other[1] - one[1]))
  console.log(`  ${path}: ${files} files`);
console.log(`${changed} of ${names.length} golden files changed; git diff libs/dmarc/golden shows each`);

function readIfThere(url: URL): unknown {
  try {
    return JSON.parse(readFileSync(url, "utf8"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** The paths at which two values differ, without the positions in lists. */
function* compare(before: unknown, now: unknown, path: string): Generator<string> {
  if (isDeepStrictEqual(before, now)) return;
  if (!isObject(before) || !isObject(now)) {
    yield `${path || "/"} ${before === undefined ? "added" : now === undefined ? "removed" : "changed"}`;
    return;
  }
  for (const key of new Set([...Object.keys(before), ...Object.keys(now)])) {
    yield* compare(before[key], now[key], Array.isArray(now) ? `${path}[]` : `${path}/${key}`);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

// `npm run check:boundaries` runs it too: front doors, the files that a package.json exports, are small enough to know.
//   node test/repository/front-doors.ts --table   names of each
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { listExports } from "./list-exports.ts";

/** Values and types together. */
const NAMES_MAX = 15;

/** Fewer than this means that the sources were not read. */
const DOORS_MIN = 20;

/** Front doors that may have more, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "libs/metadata-store/src/domains/index.ts": "types of the rows of one room, each named by one app",
  "libs/metadata-store/src/watch/index.ts": "types of the rows of one room, each named by one app",
  "libs/client/src/index.ts": "the public types of the API, which its users name",
};

const doors = globSync("{libs,apps}/*/package.json")
  .sort()
  .flatMap((path) => {
    const { exports = {} } = JSON.parse(readFileSync(path, "utf8"));
    return Object.values<string>(exports).map((file) => join(dirname(path), file));
  })
  .map((file) => ({ file, names: listExports(readFileSync(file, "utf8")).length }));

if (process.argv.includes("--table"))
  for (const { file, names } of doors) console.log(`${String(names).padStart(4)}  ${file}`);

const large = doors.filter(({ names }) => names > NAMES_MAX).map(({ file }) => file);
const tooLarge = large.filter((file) => !(file in EXCEPTIONS));
const needless = Object.keys(EXCEPTIONS).filter((file) => !large.includes(file));
for (const file of tooLarge) console.error(`${file}: more than ${NAMES_MAX} names; split it by use`);
for (const file of needless) console.error(`${file}: needs no exception any more; remove it`);
if (doors.length < DOORS_MIN)
  console.error(`only ${doors.length} front doors were read, expected at least ${DOORS_MIN}`);
console.log(`front doors: ${doors.length} read, ${tooLarge.length} too large`);
process.exit(tooLarge.length + needless.length > 0 || doors.length < DOORS_MIN ? 1 : 0);

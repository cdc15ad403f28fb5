import { readFileSync } from "node:fs";
import { parseWhole } from "./parse-whole.ts";

/** Prints what the parser reads of the files named on the command line, in the form of the golden files. */
for (const name of process.argv.slice(2)) console.log(JSON.stringify(parseWhole(readFileSync(name)), null, 2));

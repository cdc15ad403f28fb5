// `npm run fuzz -- KIND`: input that the product's readers cannot take; `--help` lists kinds and options.
import { isTargetKind, runBytes } from "./bytes/run-bytes.ts";
import { readOptions } from "./options.ts";
import { runXml } from "./xml/run-xml.ts";

const options = readOptions(process.argv.slice(2));
if (options.kind !== "xml" && !isTargetKind(options.kind)) {
  throw new Error("Say what to fuzz, as in: npm run fuzz -- all (--help lists what there is).");
}
const isFine = await (options.kind === "xml" ? runXml(options) : runBytes(options));
process.exitCode = isFine ? 0 : 1;

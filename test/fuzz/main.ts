// `npm run fuzz -- KIND`: input that the product's readers cannot take; `--help` lists kinds and options.
import { isTargetKind, runBytes } from "./bytes/run-bytes.ts";
import { runMail } from "./mail/run-mail.ts";
import { readOptions } from "./options.ts";
import { runXml } from "./xml/run-xml.ts";

const options = readOptions(process.argv.slice(2));
const { kind } = options;
if (kind !== "xml" && kind !== "mail" && !isTargetKind(kind)) {
  throw new Error("Say what to fuzz, as in: npm run fuzz -- all (--help lists what there is).");
}
const run = kind === "xml" ? runXml : kind === "mail" ? runMail : runBytes;
process.exitCode = (await run(options)) ? 0 : 1;

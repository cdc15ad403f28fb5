import { readFileSync } from "node:fs";

/** The report that hostile documents are made from: one record of 3 messages from 192.0.2.1. */
export const plainReport = readFileSync(new URL("../../../golden/plain.xml", import.meta.url), "utf8");

/** The plain report with another text in the first element of this name; the text is not escaped. */
export function withField(name: string, text: string): Buffer {
  return replaced(new RegExp(`<${name}>[^<]*</${name}>`), `<${name}>${text}</${name}>`);
}

/** The plain report in which this one piece is another. */
export function replaced(piece: string | RegExp, by: string): Buffer {
  if (plainReport.search(typeof piece === "string" ? escapePattern(piece) : piece) < 0) {
    throw new Error(`the plain report has no ${piece}`);
  }
  return Buffer.from(plainReport.replace(piece, () => by));
}

/** The plain report with this text behind its first `<report_metadata>`. */
export function inserted(text: string): Buffer {
  return replaced("<report_metadata>", `<report_metadata>${text}`);
}

function escapePattern(text: string): RegExp {
  return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
}

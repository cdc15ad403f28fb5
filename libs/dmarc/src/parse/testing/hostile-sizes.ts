import { listHostile } from "../../envelope/testing/hostile-submission.ts";
import { plainReport } from "./plain-report.ts";

const MIB = 1024 * 1024;

/** The plain report with 50 MiB of `piece` before `marker`, behind `opening`. */
function flooded(marker: string, opening: string, piece: string, bytes = 50 * MIB): Buffer {
  const at = plainReport.indexOf(marker);
  if (at < 0) throw new Error(`the plain report has no ${marker}`);
  const [before, after] = [plainReport.slice(0, at) + opening, plainReport.slice(at)];
  return Buffer.concat([
    Buffer.from(before),
    Buffer.alloc(Math.ceil(bytes / piece.length) * piece.length, piece, "latin1"),
    Buffer.from(after),
  ]);
}

const many = (count: number, piece: string): number => count * piece.length;
const inRow = (opening: string, piece: string, bytes?: number): Buffer => flooded("<row>", opening, piece, bytes);
const inName = (opening: string, piece: string, bytes?: number): Buffer => flooded("Receiver", opening, piece, bytes);
const inReport = (piece: string, count: number): Buffer => flooded("</feedback>", "", piece, many(count, piece));

export const hostileSizes = listHostile({
  "a text of 50 MiB": ["text-too-long", () => inName("", "x")],
  "a comment of 50 MiB": ["text-too-long", () => inRow("<!--", "x")],
  "an instruction of 50 MiB": ["text-too-long", () => inRow("<?x ", "x")],
  "a CDATA section of 50 MiB": ["text-too-long", () => inName("<![CDATA[", "x")],
  "a CDATA section of 50 MiB between fields": ["text-too-long", () => inRow("<![CDATA[", " ")],
  "a name of 50 MiB": ["tag-too-long", () => inRow("<", "x")],
  "an end tag's name of 50 MiB": ["tag-too-long", () => inRow("</", "x")],
  "an attribute of 50 MiB": ["tag-too-long", () => inRow('<x a="', "x")],
  "an attribute's name of 50 MiB": ["tag-too-long", () => inRow("<x ", "a")],
  "a tag with 50 MiB of blanks": ["tag-too-long", () => inRow("<x ", " ")],
  "a million attributes": ["too-many-attributes", () => inRow("<x ", 'a="1" ', many(1_000_000, 'a="1" '))],
  "elements a million deep": ["too-deep", () => inRow("", "<x>", many(1_000_000, "<x>"))],
  "elements a million deep before the report": ["too-deep", () => Buffer.alloc(many(1_000_000, "<x>"), "<x>")],
  "a million end tags": ["not-well-formed", () => inRow("", "</x>", many(1_000_000, "</x>"))],
  "a million empty records": ["too-many-records", () => inReport("<record/>", 1_000_000)],
  "200,000 empty records": ["too-many-records", () => inReport("<record/>", 200_000)],
  "199,999 empty records": ["report record-skipped", () => inReport("<record/>", 199_999)],
  "a million unknown elements": ["report unknown-element", () => inReport("<x/>", 1_000_000)],
  "a million unknown elements of two names by turns": ["report unknown-element", () => inReport("<x/><y/>", 500_000)],
  "a million comments": ["report", () => inReport("<!---->", 1_000_000)],
  "a million instructions": ["report", () => inReport("<?x?>", 1_000_000)],
  "a million empty CDATA sections in a name": [
    "report",
    () => inName("", "<![CDATA[]]>", many(1_000_000, "<![CDATA[]]>")),
  ],
  "500,000 counts": [
    "report duplicate-element",
    () => flooded("<count>", "", "<count>3</count>", many(500_000, "<count>3</count>")),
  ],
  "50 MiB of <": ["text-too-long", () => inName("", "<")],
  "50 MiB of &": ["text-too-long", () => inName("", "&")],
  "50 MiB of &lt;": ["text-too-long", () => inName("", "&lt;")],
  "50 MiB of ]": ["text-too-long", () => inName("<![CDATA[", "]")],
  "50 MiB of -": ["text-too-long", () => inRow("<!--", "-")],
  "50 MiB of bytes that are no characters": ["text-too-long", () => inName("", "\xff")],
  "50 MiB of white space": ["text-too-long", () => inRow("", " \n")],
  "50 MiB of white space before the report": [
    "text-too-long",
    () => Buffer.concat([Buffer.alloc(50 * MIB, " "), Buffer.from(plainReport)]),
  ],
  "50 MiB of white space behind the report": [
    "report trailing-content",
    () => flooded("</feedback>", "</feedback>", " \n"),
  ],
  "50 MiB of text behind the report": ["report trailing-content", () => flooded("</feedback>", "</feedback>", "x")],
  "65 MiB of records": [
    "too-large",
    () => inReport("<!-- a comment of some length, to reach the bytes -->", 1_300_000),
  ],
});

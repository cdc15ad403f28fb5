/** One field of a header (RFC 5322, section 2.2). */
export interface MailField {
  /** In lower case. */
  readonly name: string;
  /** The whole field in Latin-1: its folds are CR LF as written, the line end behind it is left out. */
  readonly text: string;
}

/** A header as Ruaflow reads it. */
export interface MailFields {
  /** Length of the header with the empty line that ends it. */
  readonly headerBytes: number;
  readonly fields: readonly MailField[];
  /**
   * No two readers of mail can differ about this header: it ends in an empty line, has nothing but fields and folds, and no
   * field twice that says how to read the mail. Of other headers we read what we can, and no one vouches for it.
   */
  readonly isPlain: boolean;
}

/** Each costs time wherever fields are searched; mails that came a long way have 100. */
const FIELDS_MAX = 1_000;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Some write a blank before the colon, or no hyphen. */
const fieldStart = /^([!-9;-~]+)[ \t]*:/;
/** A parameter on a line of its own without the blank of a fold; its value may have a colon. */
const looseParameter = /^(?:boundary|charset|name|filename|type|report-type|protocol|micalg)(?:\*\d{0,2}\*?)?[ \t]*=/i;
const contentField = /^content-?(?:type|disposition)$/;
const plainStart = /^[!-9;-~]+:/;
const plainLine = /^[\t\x20-\x7e\x80-\xff]*$/;
/** Begins characters of ISO 2022, and ends no line anywhere. */
const ESCAPE = "\x1b";
/** Fields that stand once and say who wrote a mail, what it is called and how its body is read. */
const singleField = /^(?:from|subject|content-(?:type|transfer-encoding|disposition))$/;

/**
 * Reads the header in front of a mail or a part of one. The same function serves what looks for reports and what
 * verifies signatures, so that both see one mail.
 */
export function readMailFields(entity: Buffer): MailFields {
  const { headerBytes, isEnded } = measureHeader(entity);
  const lines = entity.toString("latin1", 0, headerBytes).split("\n");
  const [end = ""] = isEnded ? lines.splice(-2) : [];
  const fields = joinFields(lines);
  const isPlain = isEnded && trimReturn(end) === "" && lines.every(isPlainLine) && !isCrowded(fields);
  return { headerBytes, fields, isPlain };
}

/** The value of the only field of this name, unfolded; `null` when there is none or several. */
export function readOnlyField({ fields }: Pick<MailFields, "fields">, name: RegExp): string | null {
  const found = fields.filter((field) => name.test(field.name));
  return found.length === 1 && found[0] ? readValue(found[0]) : null;
}

/** The value of a field on one line, without blanks around it. */
export function readValue({ text }: MailField): string {
  return trimBlanks(text.slice(text.indexOf(":") + 1).replaceAll("\r\n", ""));
}

/** Blanks and tabs only: `trim` would take a byte of other text, too, which no other reader takes for white space. */
export function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (isBlank(text[start])) start += 1;
  while (end > start && isBlank(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

function isBlank(character: string | undefined): boolean {
  return character === " " || character === "\t";
}

/**
 * An empty line ends a header. It may hold carriage returns: line ends that were converted twice are CR CR LF. So does a line of
 * blanks, unless a field or a fold follows.
 */
function measureHeader(entity: Buffer): { headerBytes: number; isEnded: boolean } {
  for (let start = 0; start < entity.length; ) {
    const end = entity.indexOf(LINE_FEED, start);
    if (end === -1) break;
    let at = start;
    while (entity[at] === CARRIAGE_RETURN) at += 1;
    if (at === end) return { headerBytes: end + 1, isEnded: true };
    while (at < end && isBlankByte(entity[at])) at += 1;
    if (at === end && start > 0 && !isHeaderLine(entity, end + 1)) return { headerBytes: end + 1, isEnded: true };
    start = end + 1;
  }
  return { headerBytes: entity.length, isEnded: false };
}

function isBlankByte(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === CARRIAGE_RETURN;
}

/** Names of fields are shorter. */
const LINE_START_BYTES = 128;

/** Whether a header goes on at a position: also with the end of the bytes, or with an empty line that ends it. */
function isHeaderLine(entity: Buffer, at: number): boolean {
  const start = entity.toString("latin1", at, at + LINE_START_BYTES);
  return start === "" || /^[\r\n \t]/.test(start) || fieldStart.test(start);
}

function joinFields(lines: readonly string[]): MailField[] {
  const fields: { name: string; lines: string[] }[] = [];
  for (const line of lines.map(trimReturns)) {
    const last = fields.at(-1);
    const isParameter = last !== undefined && contentField.test(last.name) && looseParameter.test(line);
    const name = isParameter ? undefined : fieldStart.exec(line)?.[1];
    if (isParameter) last.lines.push(line);
    else if (name !== undefined) fields.push({ name: name.toLowerCase(), lines: [line] });
    else if (isFold(line)) last?.lines.push(line);
  }
  return fields.map((field) => ({ name: field.name, text: field.lines.join("\r\n") }));
}

function trimReturns(line: string): string {
  let end = line.length;
  while (line.charCodeAt(end - 1) === CARRIAGE_RETURN) end -= 1;
  return line.slice(0, end);
}

function isFold(line: string): boolean {
  return isBlank(line[0]);
}

function isPlainLine(line: string, index: number): boolean {
  const text = trimReturn(line).replaceAll(ESCAPE, "");
  return plainLine.test(text) && !looseParameter.test(text) && ((index > 0 && isFold(text)) || plainStart.test(text));
}

function trimReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}

function isCrowded(fields: readonly MailField[]): boolean {
  const single = fields
    .map(({ name }) => name.replace(/^content-?/, "content-"))
    .filter((name) => singleField.test(name));
  return fields.length > FIELDS_MAX || new Set(single).size < single.length;
}

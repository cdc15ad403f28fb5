import { DeclaredDecoder, PlatformDecoder } from "./declared-decoder.ts";
import { detectEncoding, type EncodingChoice, type EncodingProblem, HEAD_LENGTH_MAX } from "./encoding.ts";
import { type TextSource, Utf8Decoder } from "./utf8-decoder.ts";
import type { ReportWarning } from "./warnings.ts";
import { decodeWindows1252 } from "./windows-1252.ts";

const noBytes = Buffer.alloc(0);
const replacement = "\ufffd";
/** Forbidden by XML 1.0 section 2.2; PostgreSQL cannot store the first of them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters looked for
const forbiddenCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/**
 * Turns a document's bytes into text, whatever its encoding and however the bytes are split. CR LF and CR are line feeds
 * from here on (XML 1.0 section 2.11): a carriage return in the text was written as a reference. Never throws.
 */
export class XmlDecoder {
  readonly #charset: string | null;
  #head: Buffer = noBytes;
  #source: TextSource | null = null;
  #endedInReturn = false;
  #badCharacters = 0;
  #problem: ReportWarning | null = null;

  /** @param charset the encoding of a document that declares none and is not UTF-8 */
  constructor(charset: string | null = null) {
    this.#charset = charset;
  }

  /** The text of these bytes as far as it is complete. */
  write(bytes: Buffer, isLast: boolean): string {
    if (this.#source !== null) return this.#clean(this.#source.decode(bytes, isLast));
    const joined = this.#head.length === 0 ? bytes : Buffer.concat([this.#head, bytes]);
    const choice = detectEncoding(joined.subarray(0, HEAD_LENGTH_MAX), { isWhole: isLast, charset: this.#charset });
    if (choice === null) {
      // A copy: the caller may fill its buffer anew.
      this.#head = Buffer.from(joined);
      return "";
    }
    this.#head = noBytes;
    if (choice.problem !== undefined) this.#note(choice.problem, choice.label);
    this.#source = this.#createSource(choice);
    return this.#clean(this.#source.decode(joined.subarray(choice.markLength), isLast));
  }

  /** What could not be decoded exactly, summed up over the document. */
  warnings(): ReportWarning[] {
    const warnings = this.#problem === null ? [] : [this.#problem];
    const badBytes = this.#source?.badBytes ?? 0;
    if (badBytes > 0) warnings.push({ code: "bad-bytes", path: "", count: badBytes });
    if (this.#badCharacters > 0) warnings.push({ code: "bad-characters", path: "", count: this.#badCharacters });
    return warnings;
  }

  #createSource({ encoding, source, label }: EncodingChoice): TextSource {
    if (encoding === "utf-8") return new Utf8Decoder();
    if (encoding === "windows-1252") return { decode: decodeWindows1252, badBytes: 0 };
    // Its bytes are all below 0x80: none of them stands for itself.
    if (source === "charset") return new DeclaredDecoder(encoding, null);
    if (source === "bytes" || encoding === "iso-2022-jp") return new PlatformDecoder(encoding);
    return new DeclaredDecoder(encoding, () => this.#note("encoding-mismatch", label));
  }

  #note(code: EncodingProblem, label: string): void {
    this.#problem = { code, path: "", detail: label, count: 1 };
  }

  #clean(decoded: string): string {
    const text = this.#toLineFeeds(decoded);
    if (text.search(forbiddenCharacters) < 0) return text;
    this.#badCharacters += text.match(forbiddenCharacters)?.length ?? 0;
    return text.replace(forbiddenCharacters, replacement);
  }

  /** A carriage return at the end is a line feed at once; the line feed that may follow is left out then. */
  #toLineFeeds(text: string): string {
    const rest = this.#endedInReturn && text.startsWith("\n") ? text.slice(1) : text;
    if (text !== "") this.#endedInReturn = text.endsWith("\r");
    return rest.includes("\r") ? rest.replace(/\r\n?/g, "\n") : rest;
  }
}

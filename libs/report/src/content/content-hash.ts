import { createHash } from "node:crypto";
import { encodeByForm, recordForms } from "../fields/encode-by-form.ts";
import { fieldForms } from "../fields/forms.ts";
import type { ReportHeader, ReportRecord } from "../report.ts";
import { CONTENT_FORMS, encodeHeader } from "./content-forms.ts";

/** The content of one report, as hashes: SHA-256, 64 lower-case hex digits each. */
export interface ContentHashes {
  /** In form 1, which every release knows. */
  readonly contentHash: string;
  /**
   * In forms 2, 3 and so on; absent or fewer: of a release that knew only these, or of a report whose content is the same in
   * all forms.
   */
  readonly newerHashes?: readonly string[];
}

/** Hashes the content of one report. */
interface ContentHash {
  /**
   * In the order of the records.
   * @param inForm1 the record as form 1 has it, where that differs; `null`: form 1 does not have it
   * @returns the record as a line of the log's messages: its values are encoded only once
   */
  add(record: ReportRecord, inForm1?: ReportRecord | null): string;
  /**
   * Ends the hash.
   * @param inForm1 the header as form 1 has it, where that differs
   */
  digest(header: ReportHeader, inForm1?: ReportHeader): ContentHashes;
}

/** For each form of the table of fields, the form of its records: the position in `recordForms`. */
const formOfRecords = fieldForms.map((_, index) => {
  const forms = fieldForms.slice(0, index + 1);
  return forms.filter(({ record }) => record.length > 0).length - 1;
});

/**
 * Hashes a report in form 1, and in newer forms from their first difference on. Without further fields most reports have none, and a
 * further field of the header is a difference only at the end.
 */
export function createContentHash(): ContentHash {
  const form1 = createFormHash();
  const fork = () => recordForms.map(() => form1.fork());
  let newer = recordForms.length > 1 ? fork() : null;
  return {
    add(record, inForm1 = record) {
      const values = encodeByForm(record);
      if (inForm1 !== record) newer ??= fork();
      let line = "";
      for (const [index, added] of values.entries()) {
        line = index === 0 ? added : `${line},${added}`;
        newer?.[index]?.append(line);
      }
      if (inForm1 !== null) form1.append((inForm1 === record ? values : encodeByForm(inForm1))[0] ?? "");
      return line;
    },
    digest(header, inForm1 = header) {
      const texts = encodeHeader(header);
      const [textInForm1 = ""] = encodeHeader(inForm1);
      if (fieldForms.length > 1 || texts[0] !== textInForm1) newer ??= fork();
      const newerHashes = newer && toNewerHashes(newer, texts);
      const contentHash = form1.digest(textInForm1);
      return newerHashes === null ? { contentHash } : { contentHash, newerHashes };
    },
  };
}

/** The hash of each form: of its records, and its text of the header. */
function toNewerHashes(records: readonly FormHash[], texts: readonly string[]): string[] {
  return texts.flatMap((text, index) => records[formOfRecords[index] ?? 0]?.fork().digest(text) ?? []);
}

/** The same content in every form: of rows, which have the texts of one form only and do not say of which. */
export function toEveryForm({ contentHash, newerHashes }: ContentHashes): ContentHashes {
  // With further fields there are hashes in every form already.
  return { contentHash, newerHashes: newerHashes ?? new Array<string>(CONTENT_FORMS - 1).fill(contentHash) };
}

/**
 * Whether two reports with the same key have the same content: then they are duplicates, otherwise a conflict. Compared in the
 * newest form that both have hashes in, which is the form of the older one.
 */
export function isSameContent(one: ContentHashes, other: ContentHashes): boolean {
  const hashes = toList(one);
  const others = toList(other);
  const newest = Math.min(hashes.length, others.length) - 1;
  return hashes[newest] === others[newest];
}

/** Only the hashes in forms that this release knows: it stores no more of a report than these cover. */
export function toKnownForms({ contentHash, newerHashes = [] }: ContentHashes): ContentHashes {
  return { contentHash, newerHashes: newerHashes.slice(0, CONTENT_FORMS - 1) };
}

function toList({ contentHash, newerHashes = [] }: ContentHashes): readonly string[] {
  return [contentHash, ...newerHashes];
}

const BUFFERED_LENGTH_MAX = 16 * 1024;

interface FormHash {
  append(line: string): void;
  /** Another hash of what was appended so far. */
  fork(): FormHash;
  digest(last: string): string;
}

/** SHA-256 over lines, each with its length in front. Their order matters. */
function createFormHash(hash = createHash("sha256"), buffered = ""): FormHash {
  let text = buffered;
  // Lengths in UTF-16 units: as unambiguous as bytes, and known without encoding.
  const append = (line: string) => {
    text += `${line.length}:${line}`;
    if (text.length < BUFFERED_LENGTH_MAX) return;
    hash.update(text);
    text = "";
  };
  return {
    append,
    fork: () => createFormHash(hash.copy(), text),
    digest(last: string): string {
      append(last);
      return hash.update(text).digest("hex");
    },
  };
}

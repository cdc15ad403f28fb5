import { createHash } from "node:crypto";
import type { ReportHeader, ReportRecord } from "../report.ts";
import { CONTENT_FORMS, encodeByForm, encodeHeader } from "./content-forms.ts";

/** The content of one report, as hashes: SHA-256, 64 lower-case hex digits each. */
export interface ContentHashes {
  /** In form 1, which every release knows. */
  readonly contentHash: string;
  /** In forms 2, 3 and so on; absent or fewer: of a release that knew only these. */
  readonly newerHashes?: readonly string[];
}

/** Hashes the content of one report. */
interface ContentHash {
  /**
   * In the order of the records.
   * @returns the record as a line of the log's messages: its values are encoded only once
   */
  add(record: ReportRecord): string;
  /** Ends the hash. */
  digest(header: ReportHeader): ContentHashes;
}

/** Hashes a report in every form that this release knows. */
export function createContentHash(): ContentHash {
  const hashes = Array.from({ length: CONTENT_FORMS }, createFormHash);
  return {
    add(record) {
      let line = "";
      for (const [index, values] of encodeByForm(record).entries()) {
        line = index === 0 ? values : `${line},${values}`;
        hashes[index]?.append(line);
      }
      return line;
    },
    digest(header) {
      const last = encodeHeader(header);
      const [contentHash = "", ...newerHashes] = hashes.map((hash) => hash.digest(last));
      return newerHashes.length === 0 ? { contentHash } : { contentHash, newerHashes };
    },
  };
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

/** SHA-256 over lines, each with its length in front. Their order matters. */
function createFormHash() {
  const hash = createHash("sha256");
  let buffered = "";
  // Lengths in UTF-16 units: as unambiguous as bytes, and known without encoding.
  const append = (line: string) => {
    buffered += `${line.length}:${line}`;
    if (buffered.length < BUFFERED_LENGTH_MAX) return;
    hash.update(buffered);
    buffered = "";
  };
  return {
    append,
    digest(last: string): string {
      append(last);
      return hash.update(buffered).digest("hex");
    },
  };
}

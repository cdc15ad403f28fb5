import { createHash } from "node:crypto";
import type { ReportHeader, ReportRecord } from "../report.ts";
import { type ContentForm, contentForms } from "./content-forms.ts";

/** The content of one report, as hashes: SHA-256, 64 lower-case hex digits each. */
export interface ContentHashes {
  /** In form 1, which every release knows. */
  readonly contentHash: string;
  /** In forms 2, 3 and so on; absent or fewer: of a release that knew only these. */
  readonly newerHashes?: readonly string[];
}

/** Hashes the content of one report. */
interface ContentHash {
  /** In the order of the records. */
  add(record: ReportRecord): void;
  /** Ends the hash. */
  digest(header: ReportHeader): ContentHashes;
}

/** Hashes a report in every form that this release knows. */
export function createContentHash(): ContentHash {
  const hashes = contentForms.map(createFormHash);
  return {
    add(record) {
      for (const hash of hashes) hash.add(record);
    },
    digest(header) {
      const [contentHash = "", ...newerHashes] = hashes.map((hash) => hash.digest(header));
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
  return { contentHash, newerHashes: newerHashes.slice(0, contentForms.length - 1) };
}

function toList({ contentHash, newerHashes = [] }: ContentHashes): readonly string[] {
  return [contentHash, ...newerHashes];
}

const BUFFERED_LENGTH_MAX = 16 * 1024;

/** SHA-256 over a form's lines, each with its length in front. Their order matters. */
function createFormHash(form: ContentForm) {
  const hash = createHash("sha256");
  let buffered = "";
  // Lengths in UTF-16 units: as unambiguous as bytes, and known without encoding.
  const append = (line: string) => {
    buffered += `${line.length}:${line}`;
  };
  return {
    add(record: ReportRecord): void {
      append(form.encodeRecord(record));
      if (buffered.length < BUFFERED_LENGTH_MAX) return;
      hash.update(buffered);
      buffered = "";
    },
    digest(header: ReportHeader): string {
      append(form.encodeHeader(header));
      return hash.update(buffered).digest("hex");
    },
  };
}

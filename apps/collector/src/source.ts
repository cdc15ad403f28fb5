import type { SubmissionResult } from "@ruaflow/ingest";
import type { Channel } from "@ruaflow/report";

/** A submission that waits in a source. */
export interface Item {
  /** Identifies these bytes as long as they wait; what replaces them has another key. */
  readonly key: string;
  /** File name, subject or the like, shown to people. */
  readonly name: string;
  readonly sizeBytes: number;
  /** The bytes as a stream. It fails if they change while they are read. */
  open(): AsyncIterable<Uint8Array>;
  /** Takes the item out of the source. Called only after everything in it is durable; may be called again after a failure. */
  acknowledge(result: SubmissionResult): Promise<void>;
}

/** A place where submissions wait until they are fetched. */
export interface Source {
  /** For logs. */
  readonly name: string;
  readonly channel: Exclude<Channel, "smtp" | "upload" | "import">;
  /**
   * The only organization whose domains may receive its reports, and which sees all that came through it; `null`: the one that
   * has verified the domain, and an organization that is the only one sees the rest.
   */
  readonly organizationId: string | null;
  /** The items that wait now. Ends early once `stopping` is aborted. */
  list(stopping: AbortSignal): AsyncIterable<Item>;
  /** Calls `wake` when there may be a new item. Sources without it are polled only. */
  watch?(wake: () => void): void;
  close(): Promise<void>;
}

/** Whether nothing in the submission is stored or held: it is put where an operator will find it. */
export function isRejected({ state }: SubmissionResult): boolean {
  return state === "refused" || state === "other";
}

/** What a person reads beside a rejected file: each entry with its outcome and reason. */
export function describeRejection({ submissionId, entries }: SubmissionResult): string {
  const lines = entries.map(({ path, outcome, reason, detail }) => {
    const code = reason === null ? "" : ` [${reason}]`;
    return `${clean(path)}: ${outcome}${code}${detail === null ? "" : `: ${clean(detail)}`}`;
  });
  return `${[`Submission ${submissionId}`, ...lines].join("\n")}\n`;
}

/** Paths are untrusted text: an entry must stay on its line. */
function clean(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, " ");
}

/** Concerns this item alone: it stays in its source and is tried again, and says nothing about the items behind it. */
export class ItemError extends Error {
  override name = "ItemError";
}

/** The item was submitted and stays in its source for now: it is tried again after an hour. */
export class ItemLeftError extends ItemError {
  override name = "ItemLeftError";
}

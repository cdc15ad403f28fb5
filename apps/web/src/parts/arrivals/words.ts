import type { Answer } from "@ruaflow/client";

export type Submission = Answer<"readSubmission">["data"];
export type SubmissionState = Submission["state"];
export type Channel = NonNullable<Submission["channel"]>;
export type Outcome = Submission["entries"][number]["outcome"];

export type Tone = "good" | "warn" | "bad" | "plain";

interface Word {
  readonly text: string;
  readonly tone: Tone;
  /** Of which this is the meaning, in one sentence. */
  readonly means: string;
}

/** States of a submission, as the page names them, in the order of its list. */
export const STATES: Readonly<Record<SubmissionState, Word>> = {
  refused: {
    text: "refused",
    tone: "bad",
    means: "Something in it was refused or dropped, or conflicts with a stored report.",
  },
  held: { text: "waiting", tone: "warn", means: "A report in it waits until its domain is added and verified." },
  accepted: { text: "accepted", tone: "good", means: "It has at least one new report, which counts." },
  duplicate: { text: "duplicate", tone: "plain", means: "All its reports were stored before; nothing counts twice." },
  other: { text: "no report", tone: "plain", means: "It has no DMARC aggregate report." },
};

/** What becomes of one report or other entry of a submission. */
export const OUTCOMES: Readonly<Record<Outcome, Word>> = {
  stored: { text: "stored", tone: "good", means: "Its numbers count." },
  accepted: { text: "accepted", tone: "good", means: "It is safe, and will be stored in a moment." },
  duplicate: { text: "duplicate", tone: "plain", means: "The same report was stored before; it counts once." },
  held: { text: "waiting", tone: "warn", means: "It waits until its domain is added and verified." },
  conflict: { text: "conflict", tone: "bad", means: "A report with the same id but other content was stored first." },
  refused: { text: "refused", tone: "bad", means: "It could not be read, or is about a domain that is not yours." },
  dropped: { text: "dropped", tone: "bad", means: "Its domain was deleted before it was stored." },
  "not-aggregate": { text: "no report", tone: "plain", means: "It is not a DMARC aggregate report." },
};

/** How a submission reached the service. */
export const CHANNELS: Readonly<Record<Channel, string>> = {
  smtp: "mail (SMTP)",
  imap: "mailbox (IMAP)",
  folder: "folder",
  s3: "S3 bucket",
  upload: "upload",
  import: "import",
};

export function describeChannel(channel: Channel | null): string {
  return channel === null ? "not known" : CHANNELS[channel];
}

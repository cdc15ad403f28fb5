import type { SubmissionResult } from "@ruaflow/ingest";

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

import type { DeadLetter, LetterWithMessage } from "@ruaflow/event-log/dead-letters";
import { clean } from "../clean-text.ts";

/** Characters shown of a reason's detail in the list, and of a message's text. */
const DETAIL_SHOWN = 60;
const TEXT_SHOWN = 1000;

/** A row of the list. */
export function toRow({ id, at, reason, organizationId, report, key, bytes, replayedAt, detail }: DeadLetter) {
  return {
    id,
    time: at,
    reason,
    organization: organizationId,
    report: report?.reportId ?? key.slice(0, 40),
    bytes,
    replayed: replayedAt,
    detail: detail.length > DETAIL_SHOWN ? `${detail.slice(0, DETAIL_SHOWN)}…` : detail,
  };
}

/** A dead letter as JSON for scripts, without its bytes. */
export function toJson({ at, replayedAt, organizationId, appendedAt, report, ...letter }: DeadLetter) {
  return {
    ...letter,
    time: at.toISOString(),
    appended_at: appendedAt,
    replayed_at: replayedAt?.toISOString() ?? null,
    organization_id: organizationId,
    report: report && {
      report_key: report.reportKey,
      report_id: report.reportId,
      submission_id: report.submissionId,
      entry: report.entry,
      domain: report.domain,
      reporter: report.reporter,
      message: report.chunk.index + 1,
      messages: report.chunk.of,
    },
  };
}

/** A dead letter as text. Control characters are removed from untrusted text. */
export function toText({ letter, message }: LetterWithMessage): string {
  const { report, detail } = letter;
  const lines: [string, string][] = [
    ["id", letter.id],
    ["reason", letter.reason],
    ["detail", detail],
    ["time", letter.at.toISOString()],
    ["replayed", letter.replayedAt?.toISOString() ?? "no"],
    ["topic", letter.topic ?? "unknown"],
    ["group", letter.group ?? "unknown"],
    ["appended", letter.appendedAt ?? "unknown"],
    ["key", letter.key],
    ["size", `${letter.bytes} bytes`],
    ["organization", letter.organizationId ?? "unknown"],
    ...(report ? describeReport(report) : []),
    ...Object.entries(message.headers).map(([name, value]): [string, string] => [`header ${name}`, value]),
  ];
  const width = Math.max(...lines.map(([name]) => name.length)) + 2;
  const text = report ? "" : `\n${describeBytes(message.value)}\n`;
  return `${lines.map(([name, value]) => `${clean(name).padEnd(width)}${clean(value)}`).join("\n")}\n${text}`;
}

function describeReport(report: NonNullable<DeadLetter["report"]>): [string, string][] {
  return [
    ["report", report.reportId],
    ["domain", report.domain],
    ["reporter", report.reporter],
    ["submission", `${report.submissionId}, entry ${report.entry}`],
    ["message", `${report.chunk.index + 1} of ${report.chunk.of} of its report`],
  ];
}

/** The beginning of an unreadable message. */
function describeBytes(value: Uint8Array): string {
  const text = Buffer.from(value.subarray(0, TEXT_SHOWN)).toString("utf8");
  const more = value.byteLength - TEXT_SHOWN;
  return `${clean(text)}${more > 0 ? `\n… and ${more} more bytes (use --raw for all of them)` : ""}`;
}

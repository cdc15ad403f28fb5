import { describeWarning } from "@ruaflow/dmarc/parse";
import { toReportDay } from "@ruaflow/report/identity";
import { describeReason, ReasonGroups } from "../import/reasons.ts";
import { pluralize } from "../pluralize.ts";
import type { ExplainedFile, ExplainedReport } from "./explain-file.ts";

/** What Ruaflow reads in many files, in a few lines however many they are. */
export class ExplainSummary {
  readonly #rejections = new ReasonGroups();
  readonly #warnings = new ReasonGroups();
  readonly #files = { all: 0, withReports: 0 };
  readonly #sums = { reports: 0, records: 0, messages: 0, passed: 0, failed: 0, mails: 0 };
  #firstDay = "";
  #lastDay = "";

  add({ mails, reports, rejections }: ExplainedFile): void {
    this.#files.all += 1;
    if (reports.length > 0) this.#files.withReports += 1;
    this.#sums.mails += mails;
    for (const report of reports) this.#addReport(report);
    for (const { kind, ...rejection } of rejections) this.#rejections.add({ outcome: kind, ...rejection });
  }

  #addReport({ path, header, totals, warnings, failed }: ExplainedReport): void {
    const day = toReportDay(header.dateRange);
    if (this.#firstDay === "" || day < this.#firstDay) this.#firstDay = day;
    if (day > this.#lastDay) this.#lastDay = day;
    this.#sums.reports += 1;
    this.#sums.records += totals.records;
    this.#sums.messages += totals.messages;
    this.#sums.passed += totals.passed;
    this.#sums.failed += failed;
    for (const reason of new Set(warnings.map(({ code }) => code))) {
      const place = warnings.find(({ code }) => code === reason)?.path ?? "";
      this.#warnings.add({
        outcome: "warning",
        reason,
        path,
        detail: `${describeWarning(reason)}${place && ` At ${place}.`}`,
      });
    }
  }

  /** Reasons and warnings first, then the counts, so that they stay visible on the screen. */
  toText(): string {
    const { reports, records, messages, passed, failed, mails } = this.#sums;
    const { all, withReports } = this.#files;
    const lines = [
      ...[...this.#warnings.list(), ...this.#rejections.list()].map(describeReason),
      ...(mails > 0 ? [`Mails in mailboxes: ${mails}`] : []),
      `${pluralize(all, "file")}: ${withReports} with reports, ${all - withReports} without`,
      ...(reports > 0 ? [`${pluralize(reports, "report")} of ${this.#firstDay} to ${this.#lastDay}`] : []),
      `${pluralize(messages, "message")} in ${pluralize(records, "record")}: ${passed} passed DMARC, ${failed} failed`,
      ...this.#describeRejections("refused", "refused"),
      ...this.#describeRejections("not-aggregate", "not aggregate"),
      "One file alone is shown whole; --json prints everything of each.",
    ];
    return `${lines.join("\n")}\n`;
  }

  /** `25 refused: 24 not-well-formed, 1 no-period`; nothing without any. */
  #describeRejections(outcome: string, words: string): string[] {
    const groups = this.#rejections.list().filter(({ first }) => first.outcome === outcome);
    if (groups.length === 0) return [];
    const all = groups.reduce((sum, { count }) => sum + count, 0);
    return [`${all} ${words}: ${groups.map(({ first, count }) => `${count} ${first.reason}`).join(", ")}`];
  }
}

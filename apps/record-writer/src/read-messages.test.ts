import { toReportId } from "@ruaflow/report/identity";
import { encodeReportMessage } from "@ruaflow/report/message";
import { sampleFacts } from "@ruaflow/report/testing";
import { expect, test } from "vitest";
import { readMessages } from "./read-messages.ts";

const receive = (reportId: string) => ({
  ...encodeReportMessage({ ...sampleFacts, reportId }, Buffer.from("[]")),
  ...{ partition: 0, offset: 0n, appendedAt: new Date(0) },
});

test("a message whose report has another report's id is set aside, for the ledger finds keys by their ids", () => {
  const right = toReportId(sampleFacts.reportKey);
  const { messages, toOutcomes } = readMessages([receive(right), receive(toReportId("cd".repeat(32)))]);
  expect(messages.map(({ reportId }) => reportId)).toEqual([right]);
  const read = new Map(messages.map((message) => [message, { kind: "ok", value: 1 } as const]));
  expect(toOutcomes(read)).toEqual([
    { kind: "ok", value: 1 },
    { kind: "dead-letter", reason: "unreadable", detail: "the message's reportId is not that of its reportKey" },
  ]);
});

import type { Answer } from "@ruaflow/client";
import { expect, test } from "vitest";
import { useRecordedAnswers } from "../../testing/recorded-answers.ts";
import { renderView } from "../../testing/render-view.tsx";
import { count, rate, readHints, readLead, readTable } from "../../testing/shown.ts";

const recorded = useRecordedAnswers("domains");
const readDomains = () => recorded.read<Answer<"listDomains">>("/api/v1/domains?");

test("the list says how many domains there are", async () => {
  const lead = readLead(await renderView("/domains"));
  expect(lead).toBe(`${count(readDomains().meta.total)} domains`);
});

test("each domain is shown with its open alerts, policy, pass rate, change and messages", async () => {
  const rows = readTable(await renderView("/domains"), "Domains");
  const { data } = readDomains();
  expect(data.some(({ open_alerts: open }) => open > 0)).toBe(true);
  const shown = rows.map((row) => [
    ...[row.Domain, row.Client, row.Alerts, row.Policy, row["Pass rate"], row.Change, row.Messages, row.Labels],
  ]);
  expect(shown).toEqual(
    data.map((each) => [
      ...[each.domain, each.client_reference ?? "", count(each.open_alerts), each.dmarc_policy ?? "not known"],
      each.messages === 0 ? "no mail" : rate(each.pass_rate),
      toPoints(each.pass_rate_change),
      each.messages === 0 ? "" : count(each.messages),
      each.labels.join(" "),
    ]),
  );
});

test("the column of policies explains the term", async () => {
  expect(readHints(await renderView("/domains"))).toEqual(["What Policy means"]);
});

/** A change in percentage points. */
function toPoints(change: number | null): string {
  if (change === null) return "–";
  if (change === 0) return "0.0";
  return `${change > 0 ? "▲ +" : "▼ −"}${Math.abs(change).toFixed(1)}`;
}

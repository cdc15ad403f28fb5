import type { Answer, Client } from "@ruaflow/client";
import { expect, test } from "vitest";
import { useRecordedAnswers } from "../../../testing/recorded-answers.ts";
import { renderView } from "../../../testing/render-view.tsx";
import { count, readTable, toText } from "../../../testing/shown.ts";

type Alerts = Awaited<ReturnType<Client["alerts"]["list"]>>;

const recorded = useRecordedAnswers("alerts");

/** The alerts of the domain with most open alerts. */
async function showAlerts() {
  const list = await recorded.ask<Answer<"listDomains">>("/api/v1/domains?sort=-open_alerts&per_page=1");
  const { id = "", open_alerts: open = 0 } = list.data[0] ?? {};
  const html = await renderView(`/domains/${id}?tab=alerts`);
  return { html, open, answer: recorded.read<Alerts>(`/api/v1/alerts?domain_id=${id}`) };
}

test("each alert is shown with its state, what happened and its source", async () => {
  const { html, answer } = await showAlerts();
  const rows = readTable(html, "Alerts");
  expect(rows.map((row) => [row.State, row["What happened"], row.Source])).toEqual(
    answer.data.map(({ state, summary, source_ip: address }) => [
      ...[state === "triggered" ? "open" : "over", toText(summary), address ?? ""],
    ]),
  );
  expect(toText(html)).toContain(`of ${count(answer.meta.total)}`);
});

test("as many alerts are shown as open as the list of domains counts", async () => {
  const { html, open } = await showAlerts();
  expect(open).toBeGreaterThan(0);
  expect(readTable(html, "Alerts").filter(({ State }) => State === "open")).toHaveLength(open);
});

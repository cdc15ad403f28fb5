import type { Answer } from "@ruaflow/client";
import { expect, test } from "vitest";
import { useRecordedAnswers } from "../../testing/recorded-answers.ts";
import { renderView } from "../../testing/render-view.tsx";
import { count, readLead, toText } from "../../testing/shown.ts";

const recorded = useRecordedAnswers("attention");

test("each domain that needs a look is shown with its client and every reason", async () => {
  const html = await renderView("/attention");
  const { data, meta } = recorded.read<Answer<"listAttention">>("/api/v1/domains/attention?acknowledged=false&page=1");
  expect(readLead(html)).toContain(`${count(meta.total)} domain`);
  expect(data.length).toBeGreaterThan(0);
  const items = html.split("<h3>").slice(1).map(toText);
  expect(items).toHaveLength(data.length);
  for (const [index, { domain, client_reference: client, reasons }] of data.entries()) {
    expect(items[index]).toMatch(new RegExp(`^${domain} `));
    if (client !== null) expect(items[index]).toContain(`client ${client}`);
    for (const { summary } of reasons) expect(items[index]).toContain(toText(summary));
  }
});

import { expect, test } from "vitest";
import { useGivenAnswers } from "../../testing/given-answers.ts";
import { renderView } from "../../testing/render-view.tsx";
import { toText } from "../../testing/shown.ts";
import { reasonNames } from "./reasons.ts";

const HOSTILE = "<img src=x onerror=alert(1)>";
const counts = Object.fromEntries(reasonNames.map((name) => [name, 0]));
const at = "2026-03-01T08:00:00.000Z";

const item = (domain: string, client: string | null, of: number) => ({
  domain_id: `dom_${domain}`,
  domain,
  client_reference: client,
  client_domains: of,
  labels: [],
  rank_score: 5,
  since: at,
  reasons: [
    {
      id: `att_${domain}`,
      reason: "silence",
      summary: `No reports about ${domain}.`,
      acknowledged_at: null,
      acknowledged_by: null,
      acknowledged_until: null,
      note: null,
    },
  ],
});

const data = [item("one.example", HOSTILE, 12), item("two.example", HOSTILE, 12), item("three.example", null, 3)];
const meta = { page: 1, per_page: 25, total: 15, total_pages: 1, counts, forged_refused: 0, evaluated_at: at };

useGivenAnswers({
  "/api/v1/domains/attention": { data, meta },
  "/api/v1/domains/clients": { data: [] },
  "/api/v1/me": { data: { features: {} } },
});

test("by client each client is named once above its domains, with its number, and all of them can be selected", async () => {
  const html = await renderView("/attention?by=client");
  expect(html).not.toContain(HOSTILE);
  const [, first, second] = html.split('class="client-group"').map(toText);
  expect(first).toContain(`${HOSTILE} 12 domains Select all 12`);
  expect(first).toMatch(/one\.example.*two\.example/);
  expect(second).toContain("Without a client 3 domains Select the 1 on this page");
  expect(second).toContain("three.example");
});

test("without the choice the domains are one list in the order of their ranks, each with a box to select it", async () => {
  const html = await renderView("/attention");
  expect(html).not.toContain("client-group");
  for (const { domain } of data) expect(html).toContain(`aria-label="Select ${domain}"`);
});

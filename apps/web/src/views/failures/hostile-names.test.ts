import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { renderView } from "../../testing/render-view.tsx";
import { toText } from "../../testing/shown.ts";

/** Names as an owner of a network or a reverse name may have them. */
const NAMES = [
  "<img src=x onerror=alert(1)>",
  '=HYPERLINK("https://evil.example")',
  "javascript:alert(1)",
  '"><script>alert(1)</script>',
  "a&class=spoofed#x",
  "x".repeat(253),
];
const meta = { page: 1, per_page: 15, total: NAMES.length, total_pages: 1, total_failures: NAMES.length };
const period = { start: "2026-10-01", end: "2026-10-31" };

const toGroup = (name: string) => ({
  ...{ key: name, sender: name, sender_kind: "owner", class: "unknown", cause: "foreign_sender" },
  ...{ cause_description: name, explanation: name, next_step: name },
  ...{ failure_count: 1, share: 16.7, sources: 1, domains: 1 },
});

function answer(input: string | URL | Request): Response {
  const { pathname, search } = new URL(input instanceof Request ? input.url : input);
  const isGroups = search.includes("group_by=sender_cause");
  const data = isGroups ? NAMES.map(toGroup) : pathname.endsWith("/me") ? { features: {} } : [];
  const ofGroups = search.includes("group_by=") && { groups_omitted: 0 };
  return Response.json({ data, meta: { ...meta, ...ofGroups, period, earliest_day: null, latest_day: null } });
}

beforeAll(() => vi.stubGlobal("fetch", async (input: string | URL | Request) => answer(input)));
afterAll(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(globalThis, "location");
});

test("names of senders are text, and each link selects exactly that name", async () => {
  const html = await renderView("/failures");
  expect(html).not.toMatch(/<img|<script(?! type="isodata")|href="javascript/i);
  for (const name of NAMES) expect(toText(html)).toContain(`${name} unknown`);
  const links = [...html.matchAll(/href="(\/sources\/sender\?[^"]*)"/g)].map(([, href = ""]) =>
    new URL(href.replaceAll("&amp;", "&"), "http://localhost").searchParams.get("sender"),
  );
  expect(links).toEqual(NAMES);
});

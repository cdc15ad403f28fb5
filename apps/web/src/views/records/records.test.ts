import { expect, test } from "vitest";
import { useGivenAnswers } from "../../testing/given-answers.ts";
import { renderView } from "../../testing/render-view.tsx";
import { readLead, readTable, toText } from "../../testing/shown.ts";

const HOSTILE = '"><script>alert(1)</script>';

const toRecord = (index: number) => ({
  ...{ report_id: `rpt_${index}`, reporter: HOSTILE, domain_id: "dom_1", domain: "one.example", trust: "dmarc" },
  date_range: { begin: "2026-10-01T00:00:00.000Z", end: "2026-10-01T23:59:59.000Z" },
  ...{ source_ip: `192.0.2.${index}`, hostname: null, reverse_name: null, organization: null, country: null },
  ...{ count: 1_000 + index, dmarc_pass: index > 0, sender: HOSTILE, sender_kind: "owner", service: null },
  policy_evaluated: {
    ...{ disposition: index > 0 ? "none" : "reject", dkim: index > 0 ? "pass" : "fail", spf: "fail" },
    reasons: [{ type: "local_policy", comment: HOSTILE }],
  },
  identifiers: { header_from: "one.example", envelope_from: HOSTILE, envelope_to: null },
  auth_results: {
    dkim: [{ domain: HOSTILE, selector: "s1", result: "pass", human_result: HOSTILE }],
    spf: [{ domain: "bounce.example", scope: "mfrom", result: "softfail", human_result: "" }],
  },
  ...{ class: "misconfigured", cause: "dkim_signed_by_service" },
});

const data = [toRecord(0), toRecord(1)];
const meta = {
  total: 3_879,
  total_messages: 44_504,
  page: 1,
  per_page: 50,
  total_pages: 78,
  reports_outside_period: 0,
};

useGivenAnswers({
  "/api/v1/reports/records?": { data, meta: { ...meta, earliest_day: null, latest_day: null } },
  "/api/v1/reports/aggregate": { data: { daily: [] }, meta: { earliest_day: null, latest_day: null } },
  "/api/v1/domains/clients": { data: [] },
  "/api/v1/me": { data: { features: { csv: true } } },
});

test("the first sentence has the messages that the records add up to", async () => {
  const html = await renderView("/records?result=fail&days=7");
  expect(readLead(html)).toBe("44,504 messages in 3,879 records of the last 7 days.");
  expect(toText(html)).toContain("1–50 of 3,879");
  expect(html).toMatch(/href="\/api\/v1\/reports\/records\?[^"]*result=fail[^"]*format=csv"/);
});

test("each record is shown with its report, source, class, messages, outcome, From domain and results", async () => {
  const html = await renderView("/records");
  expect(html).not.toContain(HOSTILE);
  expect(readTable(html, "Records")).toMatchObject([
    {
      Report: `${HOSTILE} one.example Oct 1, 2026`,
      Source: `${HOSTILE} 192.0.2.0`,
      Class: "misconfigured",
      Messages: "1,000",
      DMARC: expect.stringMatching(/^failed refused by the receiver's own rules: /),
      "From domain": expect.stringContaining("one.example envelope:"),
      DKIM: expect.stringMatching(/^fail .*\(s1\): pass, not aligned/),
      SPF: "fail bounce.example: softfail",
    },
    { Messages: "1,001", DMARC: expect.stringMatching(/^passed delivered/) },
  ]);
});

test("what selects the records is asked for, and can be taken back one by one", async () => {
  const html = await renderView("/records?cause=dkim_signed_by_service&unknown=country%2Csender");
  expect(html).toMatch(
    /href="\/api\/v1\/reports\/records\?[^"]*country=&[^"]*sender=&[^"]*cause=dkim_signed_by_service/,
  );
  const text = toText(html);
  for (const chosen of ["country not known", "sender not known", "cause dkim_signed_by_service"])
    expect(text).toContain(chosen);
  expect(html).toContain('href="/records?cause=dkim_signed_by_service&amp;unknown=sender"');
});

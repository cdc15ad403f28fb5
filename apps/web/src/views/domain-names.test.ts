import type { Answer } from "@ruaflow/client";
import { type ComponentProps, h } from "preact";
import { expect, test } from "vitest";
import { OnPaper } from "../frame/on-paper.tsx";
import { useRecordedAnswers } from "../testing/recorded-answers.ts";
import { renderPart, renderView } from "../testing/render-view.tsx";
import { toText } from "../testing/shown.ts";
import { AddStep } from "./first-run/add-step.tsx";
import { PublishStep } from "./first-run/publish-step.tsx";
import { UploadRow } from "./upload/upload-row.tsx";

/** An A-label below each domain of the demo, also within sentences of the service, but not in names of files. */
const toInternational = (json: string) =>
  json.replaceAll(/(?<![!a-z0-9.-])(?:[a-z0-9-]+\.)+example\b/g, "xn--bcher-kva.$&");

const recorded = useRecordedAnswers("domain-names", toInternational);

/** What is written out as it is in DNS or in a document: to be copied, or typed. */
const VERBATIM = /<(pre|code|textarea)[ >].*?<\/\1>/gs;
/** The A-label beside its Unicode form. */
const BESIDE = /\(xn--[^)]*\)/g;

/** Texts and labels with an A-label that stands alone. */
function findRaw(html: string): string[] {
  const labels = [...html.matchAll(/(?:aria-label|title|value|placeholder)="([^"]*)"/g)].map(([, label = ""]) => label);
  const texts = html.replaceAll(VERBATIM, " ").split(/<[^>]*>/);
  return [...labels, ...texts].map((text) => text.replaceAll(BESIDE, "")).filter((text) => text.includes("xn--"));
}

/** Views, and parts of views, that show names of domains. */
async function listAddresses(): Promise<string[]> {
  const { data: domains } = await recorded.ask<Answer<"listDomains">>("/api/v1/domains?sort=-open_alerts&per_page=1");
  const { data: sources } = await recorded.ask<Answer<"listSources">>("/api/v1/reports/sources?per_page=1");
  const { data: reports } = await recorded.ask<Answer<"listReports">>("/api/v1/reports?per_page=1&sort=-total_count");
  const { data: arrived } = await recorded.ask<Answer<"listSubmissions">>("/api/v1/submissions?per_page=1");
  const [source = expect.fail("no source")] = sources;
  const tabs = ["dns", "readiness", "reporters", "history", "alerts", "settings"].map((tab) => `?tab=${tab}`);
  return [
    ...["/", `/?domain=${domains[0]?.id}`, "/attention", "/attention?by=client"],
    ...["/sources?by=address", `/sources?source_ip=${"source_ip" in source ? source.source_ip : ""}`],
    ...[
      "/failures",
      "/sources?by=address&spf_domain=xn--bcher-kva.example",
      "/clients?by=domain",
      "/domains",
      "/reports",
    ],
    ...["", ...tabs].map((tab) => `/domains/${domains[0]?.id}${tab}`),
    ...[`/clients/${domains[0]?.client_reference}`, "/sources/sender?sender=Amazon%20SES"],
    ...[`/reports/${reports[0]?.id}`, `/arrived/${arrived[0]?.id}`],
  ];
}

test("no view shows an internationalized domain by its A-label alone", { timeout: 120_000 }, async () => {
  const addresses = await listAddresses();
  const without: string[] = [];
  const faults: Record<string, string[]> = {};
  for (const address of addresses) {
    const html = `${await renderView(address)}${await renderPart(h(OnPaper, null), address)}`;
    const raw = findRaw(html);
    if (raw.length > 0) faults[address] = raw;
    if (!html.includes("bücher.")) without.push(address);
  }
  expect({ faults, without }).toEqual({ faults: {}, without: [] });
});

test("the first steps show the name in Unicode", async () => {
  const { data } = await recorded.ask<Answer<"listDomains">>("/api/v1/domains?sort=-open_alerts&per_page=1");
  const [domain = expect.fail("no domain")] = data;
  const dns = await recorded.ask<Answer<"readDomainDns">>(`/api/v1/domains/${domain.id}/dns`);
  for (const part of [h(AddStep, { count: 1, domain: domain.domain }), h(PublishStep, { domain, dns })]) {
    const html = await renderPart(part);
    expect(findRaw(html)).toEqual([]);
    expect(toText(html)).toContain("bücher.");
  }
});

test("an uploaded file shows the names in its reports in Unicode", async () => {
  const entry = { entry: "1", file: "a.xml", path: "", detail: null, domain: "xn--bcher-kva.example", report_id: null };
  const stored = { ...entry, outcome: "stored", reason: null, submission_id: "sub_1" };
  const held = { ...entry, entry: "2", outcome: "held", reason: "unknown-domain", submission_id: "sub_1" };
  const upload = {
    ...{ id: 1, file: new File([], "a.xml") },
    progress: { kind: "done", answer: { entries: [stored, held] } },
  } as unknown as ComponentProps<typeof UploadRow>["upload"];
  const html = await renderPart(h(UploadRow, { upload, bytesMax: 1, repeat: () => undefined }));
  expect(findRaw(html)).toEqual([]);
  expect(html.match(/bücher\.example/g)).toHaveLength(2);
});

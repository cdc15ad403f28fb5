import { createIpData, type IpData } from "@ruaflow/ip-data";
import { type GeneratedReport, generateReports, recountMail } from "@ruaflow/record-store/testing";
import { shippedServiceMap as services } from "@ruaflow/senders";
import { classifySource, createDomainContext, type SourceMail, type Verdict } from "@ruaflow/senders/rules";
import type { TestApi, TestOrganization } from "./start-api.ts";

const PERIOD = { startDate: "2026-10-01", endDate: "2026-10-02" };

/** Mail that was generated and stored, and what the rules say of it. */
export interface GeneratedMail {
  /** Parameters that select all of it. */
  readonly query: string;
  /** Names of the domains by their ids in the API. */
  readonly nameOf: ReadonlyMap<string, string>;
  /** Each source of a domain with its verdict, from the generated records alone; of both days, or of one. */
  recount(domainId: string, day?: string): readonly { readonly mail: SourceMail; readonly verdict: Verdict }[];
}

/** Stores two days of mail of three domains; every third source has the name of a service's server, or of a domain's own. */
export async function storeGeneratedMail(api: TestApi, owner: TestOrganization, seed = 5): Promise<GeneratedMail> {
  const size = { domains: 3, reportsPerDay: 25, recordsMean: 10 };
  const reports = [
    ...generateReports({ seed, organizationId: owner.id, firstDay: PERIOD.startDate, days: 2, ...size }),
  ];
  const generatedIds = new Map<string, string>();
  const nameOf = new Map<string, string>();
  for (const [generatedId, own] of Map.groupBy(reports, ({ row }) => row.domainId)) {
    const domain = await owner.addVerifiedDomain(own[0]?.row.header.policyPublished.domain ?? "");
    generatedIds.set(domain.id, generatedId);
    nameOf.set(domain.id, domain.name);
    for (const { row, records } of own)
      await owner.storeReport({ domain, day: row.day, reporter: row.header.reporter, records });
  }
  const hostnames = await saveHostnames(api, reports, [...nameOf.values()][0] ?? "");
  await api.judge();
  const ipData = await createIpData();
  return {
    query: `start_date=${PERIOD.startDate}&end_date=${PERIOD.endDate}`,
    nameOf,
    recount(domainId, day) {
      const period = day === undefined ? PERIOD : { startDate: day, endDate: day };
      const filter = { ...period, domainIds: [generatedIds.get(domainId) ?? ""] };
      const sources = recountMail(reports, filter).map((source) => toRuleMail(source, hostnames, ipData));
      const context = createDomainContext(nameOf.get(domainId) ?? "", sources, { services });
      return sources.map((mail) => ({ mail, verdict: classifySource(mail, context, services) }));
    },
  };
}

async function saveHostnames({ metadata }: TestApi, reports: readonly GeneratedReport[], domain: string) {
  const addresses = [...new Set(reports.flatMap(({ records }) => records.map(({ sourceIp }) => sourceIp)))];
  const names = ["o1.ptr1.sendgrid.net", "mail-sor-f41.google.com", `mx.${domain}`];
  const named = addresses.filter((_, index) => index % 3 === 0);
  const hostnames = new Map(named.map((address, index) => [address, names[index % 3] ?? ""]));
  await metadata.sources.saveAddresses(addresses);
  await metadata.sources.saveEnrichments(
    [...hostnames].map(([address, hostname]) => ({
      ...{ address, hostname, state: "confirmed", attempts: 0, dueAfterMs: null, expiresAfterMs: 1_000_000 },
      ...{ organization: null, country: null, asn: null, dataSets: "none" },
    })),
  );
  return hostnames;
}

function toRuleMail(
  { sourceIp, groups }: Pick<SourceMail, "sourceIp" | "groups">,
  hostnames: ReadonlyMap<string, string>,
  ipData: IpData,
): SourceMail {
  const hostname = hostnames.get(sourceIp) ?? null;
  return { sourceIp, hostname, asn: hostname === null ? ipData.lookup(sourceIp).asn : null, groups };
}

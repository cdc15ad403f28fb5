// Creates tables and views in a folder as the service's user, with reports of two organizations:
//   node fill-tenants.ts FOLDER CONFIG

import { Session } from "chdb";
import { createRecordStore } from "../../record-store.ts";
import { aDomain, anAttention } from "../../testing/a-domain.ts";
import { announce } from "../../testing/announce.ts";
import { generateReports } from "../../testing/generate-reports.ts";
import { storeReports } from "../../testing/store-reports.ts";

const [folder = "", config = ""] = process.argv.slice(2);
const session = new Session(folder, { connectionArgs: [`--config-file=${config}`] });
const records = await createRecordStore({ path: folder });
await records.migrate();
const options = { domains: 3, firstDay: "2026-01-01", days: 20, reportsPerDay: 4, recordsMean: 8 };
for (const [seed, organizationId] of ["org_a", "org_b"].entries()) await fillOrganization(seed, organizationId);
async function fillOrganization(seed: number, organizationId: string): Promise<void> {
  const reports = [...generateReports({ seed, organizationId, ...options })];
  await storeReports(records, reports);
  const own = `only-${organizationId}`;
  const ids = [...new Set(reports.map(({ row }) => row.domainId))];
  const settings = { name: `${own}.example`, clientReference: own, labels: [own] };
  await records.copies.domains.save(ids.map((id) => aDomain({ organizationId, id, ...settings })));
  const told = { summary: own, note: own };
  await records.copies.attention.save(ids.map((domainId) => anAttention({ organizationId, domainId, ...told })));
}

await records.markDeleted(announce("org_b"), { organizationId: "org_b", domainId: "dom_gone" });
session.query("INSERT INTO ruaflow.visibility (version, attempt) VALUES (1, 1000000)");
session.query(`INSERT INTO ruaflow.source_facts (address, hostname, asn, organization, country)
  VALUES ('2001:db8::b', 'only-b.example', 64500, 'Only B', 'XX')`);
await records.close();
session.close();

import { readMailAddress } from "@ruaflow/dns/claims";
import {
  type CountedReporters,
  countedReporters,
  type Organization,
  type Plan,
  plans,
  REPORT_ADDRESSES_MAX,
} from "@ruaflow/metadata-store/tenants";
import { UsageError } from "@ruaflow/runtime/errors";
import type { Environment } from "@ruaflow/runtime/settings";
import { type Command, Option } from "commander";
import type { Stores } from "../stores/stores.ts";
import { withStores } from "../stores/with-stores.ts";
import { printRow, printRows } from "../table.ts";

/** `ruaflow orgs`: organizations. */
export function addOrgsCommand(program: Command, environment: Environment): void {
  const orgs = program.command("orgs").description("organizations: create, list, change and delete");
  orgs
    .command("create")
    .description("create an organization; then create a key with: ruaflow keys create --org ID")
    .argument("<name>", "display name")
    .addOption(new Option("--plan <plan>", "features and rate limits").choices([...plans]).default("enterprise"))
    .option("--json", "print JSON")
    .action(async (name: string, { plan, json }: { plan: Plan; json?: boolean }) => {
      const create = ({ metadata }: Stores) => metadata.tenants.createOrganization({ name, plan });
      const organization = await withStores(environment, create, { engines: "any" });
      printRow(toRow(organization), { json: json ?? false });
    });
  orgs
    .command("list")
    .description("list organizations")
    .option("--json", "print JSON")
    .action(async ({ json }: { json?: boolean }) => {
      const all = await withStores(environment, ({ metadata }) => metadata.tenants.listOrganizations());
      printRows(all.map(toRow), { json: json ?? false });
    });
  addDeleteCommand(orgs, environment);
  addSetCommand(orgs, environment);
}

function addDeleteCommand(orgs: Command, environment: Environment): void {
  orgs
    .command("delete")
    .description("delete an organization without domains, with its keys, webhooks and submissions")
    .argument("<id>", "id from `orgs list`")
    .action(async (id: string) => {
      const outcome = await withStores(environment, ({ metadata }) => metadata.domains.deleteOrganization(id));
      if (outcome === "deleted") process.stdout.write(`${id} is deleted.\n`);
      else throw new UsageError(DELETE_PROBLEMS[outcome](id));
    });
}

function addSetCommand(orgs: Command, environment: Environment): void {
  orgs
    .command("set")
    .description("change an organization")
    .argument("<id>", "organization: org_…")
    .addOption(
      new Option(
        "--count-unauthenticated <yes|no>",
        "include mailed reports whose sender is not proven in sums and alerts",
      ).choices(["yes", "no"]),
    )
    .addOption(
      new Option(
        "--count-reporters <which>",
        "count all proven reports, or only those of reporters that are known or have reported for 30 days; applies to new reports",
      ).choices([...countedReporters]),
    )
    .option(
      "--report-addresses <addresses>",
      "your own mail addresses that any domain may have in its rua, comma-separated; none: no addresses",
    )
    .option("--dry-run", "only show the reporters that --count-reporters known would leave out")
    .option("--json", "print JSON")
    .action((id: string, options: SetOptions) => withStores(environment, (stores) => setCounting(id, options, stores)));
}

interface SetOptions {
  readonly countUnauthenticated?: "yes" | "no";
  readonly countReporters?: CountedReporters;
  readonly reportAddresses?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

async function setCounting(id: string, options: SetOptions, { metadata }: Pick<Stores, "metadata">): Promise<void> {
  const { countUnauthenticated, countReporters, reportAddresses, dryRun = false, json = false } = options;
  if ([countUnauthenticated, countReporters, reportAddresses].every((given) => given === undefined)) {
    throw new UsageError("Say what to change: --count-unauthenticated, --count-reporters or --report-addresses.");
  }
  const addresses = reportAddresses === undefined ? null : parseAddresses(reportAddresses);
  const all = await metadata.tenants.listOrganizations();
  if (!all.some((one) => one.id === id)) throw new UsageError(`There is no organization ${id}.`);
  if (countReporters === "known") await showLeftOut(id, metadata, json);
  if (dryRun) return;
  if (countReporters !== undefined) await metadata.tenants.setCountedReporters(id, countReporters);
  if (countUnauthenticated !== undefined) {
    await metadata.tenants.setCountUnauthenticated(id, countUnauthenticated === "yes");
  }
  if (addresses !== null) await metadata.tenants.setReportAddresses(id, addresses);
  const changed = (await metadata.tenants.listOrganizations()).find((one) => one.id === id);
  if (changed) printRow(toRow(changed), { json });
}

/** @throws {UsageError} for a text that is not a mail address, and for too many */
function parseAddresses(text: string): string[] {
  if (text === "none") return [];
  const parts = text.split(",").map((part) => part.trim());
  if (parts.length > REPORT_ADDRESSES_MAX)
    throw new UsageError(`--report-addresses: at most ${REPORT_ADDRESSES_MAX} addresses`);
  return parts.map((part) => {
    const address = readMailAddress(part);
    if (address === null) throw new UsageError(`--report-addresses: ${JSON.stringify(part)} is not a mail address`);
    return address;
  });
}

/** What the organization has of reporters whose further reports would not count, on standard error beside JSON. */
async function showLeftOut(id: string, metadata: Stores["metadata"], json: boolean): Promise<void> {
  // Loaded only when needed: other commands need none of its tables.
  const { isKnownReporter } = await import("@ruaflow/mail-auth/known-reporters");
  const reporters = (await metadata.reports.listNewReporters(id)).filter(
    ({ reporterDomain }) => !isKnownReporter(reporterDomain),
  );
  const lines = reporters.map(({ reporterDomain, firstDay, reports, messages }) => {
    return `  ${reporterDomain}, since ${firstDay}: ${reports} reports, ${messages} messages\n`;
  });
  const text =
    lines.length === 0
      ? "All reporters so far are known or have reported for 30 days.\n"
      : `Further reports of these reporters would not count until they have reported for 30 days:\n${lines.join("")}`;
  (json ? process.stderr : process.stdout).write(text);
}

const DELETE_PROBLEMS = {
  unknown: (id: string) => `There is no organization ${id}; ruaflow orgs list shows them.`,
  "has-domains": (id: string) =>
    `${id} has domains. Delete them first (DELETE /api/v1/domains/:id), which also deletes their reports.`,
};

function toRow(organization: Organization) {
  const { id, name, plan, createdAt, countUnauthenticated, countedReporters: counted } = organization;
  return {
    id,
    name,
    plan,
    created_at: createdAt,
    count_unauthenticated: countUnauthenticated,
    count_reporters: counted,
    report_addresses: organization.reportAddresses.join(" "),
  };
}

import { toDomainName } from "@ruaflow/dmarc";
import { UsageError } from "@ruaflow/runtime/errors";
import type { Environment } from "@ruaflow/runtime/settings";
import type { Command } from "commander";
import { chooseOrganization } from "../organization.ts";
import { readLines } from "../paths.ts";
import { pluralize } from "../pluralize.ts";
import { printJson } from "../print-json.ts";
import { withStores } from "../stores/with-stores.ts";
import { printRows } from "../table.ts";
import type { ImportDomainsOptions } from "./import-domains.ts";

/** Domains per page of the listing. */
const PER_PAGE = 1000;

/** `ruaflow domains`: claims, and domains that the operator confirms without a DNS lookup. */
export function addDomainsCommand(program: Command, environment: Environment): void {
  const domains = program.command("domains").description("domains: add as verified, import and list");
  domains
    .command("add")
    .description("register domains as verified by the operator; domains already present do not change")
    .argument("<name...>", "domain names, or - for one per line on standard input")
    .option("--org <id>", "organization, if there are several")
    .option("--json", "print JSON")
    .action((names: string[], options: DomainsOptions) => addDomains(environment, names, options));
  domains
    .command("import")
    .description("add the domains of a list; each is pending until verified")
    .argument("<file>", "one name per line, or a CSV of name and client reference; - for standard input")
    .option("--org <id>", "organization, if there are several")
    .option("--dry-run", "only show the result for each line")
    .option("--json", "print JSON")
    .action(async (file: string, options: ImportDomainsOptions) => {
      // Only this command needs the CSV reader.
      const { importDomains } = await import("./import-domains.ts");
      await importDomains(environment, file, options);
    });
  domains
    .command("list")
    .description("list the domains of an organization")
    .option("--org <id>", "organization, if there are several")
    .option("--json", "print JSON")
    .action((options: DomainsOptions) => listDomains(environment, options));
}

interface DomainsOptions {
  readonly org?: string;
  readonly json?: boolean;
}

async function addDomains(environment: Environment, given: readonly string[], options: DomainsOptions): Promise<void> {
  const names = (given[0] === "-" ? await readLines(process.stdin) : given).map(parseName);
  const { verified, taken } = await withStores(environment, async ({ metadata }) => {
    const { id } = await chooseOrganization(metadata, options.org);
    const { createDomainVerified } = await import("@ruaflow/webhooks/events");
    return metadata.domains.saveVerifiedDomains(id, names, {
      toEvent: (domain) => createDomainVerified({ ...domain, method: "operator" }),
    });
  });
  if (options.json) printJson({ verified, taken });
  else process.stdout.write(describeAdded(verified.length, taken.length));
  if (taken.length > 0) process.exitCode = 1;
}

function describeAdded(verified: number, taken: number): string {
  const others = taken === 0 ? "" : `, ${taken} owned by another organization or being deleted`;
  return `${pluralize(verified, "domain")} verified${others}.\n`;
}

function parseName(text: string): string {
  const name = toDomainName(text);
  if (name === null) throw new UsageError(`${JSON.stringify(text)} is not a domain name.`);
  return name;
}

async function listDomains(environment: Environment, options: DomainsOptions): Promise<void> {
  const all = await withStores(environment, async ({ metadata }) => {
    const { id } = await chooseOrganization(metadata, options.org);
    const rows = [];
    for (let page = 1; ; page += 1) {
      const { items } = await metadata.domains.listDomains(id, { page, perPage: PER_PAGE });
      rows.push(...items);
      if (items.length < PER_PAGE) return rows;
    }
  });
  const rows = all.map(({ id, name, status, createdAt }) => ({
    id,
    name,
    status,
    created_at: createdAt,
  }));
  printRows(rows, { json: options.json ?? false });
}

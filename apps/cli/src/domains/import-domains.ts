import { readFile } from "node:fs/promises";
import type { MetadataStore } from "@ruaflow/metadata-store";
import type { NewDomain } from "@ruaflow/metadata-store/domains";
import { UsageError } from "@ruaflow/runtime/errors";
import type { Environment } from "@ruaflow/runtime/settings";
import { chooseOrganization } from "../organization.ts";
import { readAll } from "../paths.ts";
import { pluralize } from "../pluralize.ts";
import { printJson } from "../print-json.ts";
import { withStores } from "../stores/with-stores.ts";
import { printRows } from "../table.ts";
import { type DomainLine, readDomainLines } from "./read-domain-lines.ts";

export interface ImportDomainsOptions {
  readonly org?: string;
  readonly json?: boolean;
  readonly dryRun?: boolean;
}

interface DomainResult {
  readonly line: number;
  readonly domain: string;
  readonly result: "created" | "duplicate" | "invalid";
  readonly detail: string;
}

const NAMES_PER_BATCH = 1000;

/** Adds the domains of a list, pending until verified; with `dryRun` only shows the results. */
export async function importDomains(
  environment: Environment,
  path: string,
  options: ImportDomainsOptions,
): Promise<void> {
  const lines = readDomainLines(await readText(path));
  const results = await withStores(environment, async ({ metadata }) => {
    const { id } = await chooseOrganization(metadata, options.org);
    const found: DomainResult[] = [];
    for (let start = 0; start < lines.length; start += NAMES_PER_BATCH) {
      found.push(...(await importLines(metadata, id, { lines: lines.slice(start, start + NAMES_PER_BATCH), options })));
    }
    return found;
  });
  print(results, options);
  if (results.some(({ result }) => result === "invalid")) process.exitCode = 1;
}

async function readText(path: string): Promise<string> {
  if (path === "-") return readAll(process.stdin);
  return readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${path} cannot be read: ${error.message}`);
  });
}

interface Part {
  readonly lines: readonly DomainLine[];
  readonly options: ImportDomainsOptions;
}

async function importLines(metadata: MetadataStore, organizationId: string, { lines, options }: Part) {
  const wanted = lines.flatMap(({ claimable, clientReference }): NewDomain[] =>
    claimable.ok ? [{ name: claimable.name, clientReference }] : [],
  );
  const created = options.dryRun
    ? await findNew(metadata, organizationId, wanted)
    : new Set((await metadata.domains.createDomains(organizationId, wanted)).map(({ name }) => name));
  return lines.map(({ line, given, claimable }): DomainResult => {
    if (!claimable.ok) return { line, domain: given, result: "invalid", detail: claimable.detail };
    // The first of two lines with the same name created the domain.
    const isCreated = created.delete(claimable.name);
    const detail = isCreated ? "pending until verified" : "already present or being deleted";
    return { line, domain: claimable.name, result: isCreated ? "created" : "duplicate", detail };
  });
}

async function findNew(metadata: MetadataStore, organizationId: string, domains: readonly NewDomain[]) {
  const names = domains.map(({ name }) => name);
  const known = await metadata.domains.findDomainIds(organizationId, names);
  return new Set(names.filter((name) => !known.has(name)));
}

function print(results: readonly DomainResult[], { json, dryRun = false }: ImportDomainsOptions): void {
  const count = (wanted: DomainResult["result"]) => results.filter(({ result }) => result === wanted).length;
  const summary = { created: count("created"), duplicate: count("duplicate"), invalid: count("invalid") };
  if (json) {
    printJson({ dryRun, summary, domains: results });
    return;
  }
  printRows(
    results.map((result) => ({ ...result })),
    { json: false },
  );
  const words = dryRun ? "to add" : "added";
  process.stdout.write(
    `${pluralize(summary.created, "domain")} ${words}, ${summary.duplicate} already present, ${summary.invalid} invalid.\n`,
  );
}

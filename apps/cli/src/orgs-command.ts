import { type Organization, type Plan, plans } from "@ruaflow/metadata-store/tenants";
import { UsageError } from "@ruaflow/runtime/errors";
import type { Environment } from "@ruaflow/runtime/settings";
import { type Command, Option } from "commander";
import { withStores } from "./stores.ts";
import { printRows } from "./table.ts";

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
      const organization = await withStores(environment, ({ metadata }) =>
        metadata.tenants.createOrganization({ name, plan }),
      );
      printRows([toRow(organization)], { json: json ?? false });
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
    .description("delete an organization without domains: its keys, webhooks and what arrived for it")
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
      )
        .choices(["yes", "no"])
        .makeOptionMandatory(),
    )
    .option("--json", "print JSON")
    .action(async (id: string, options: { countUnauthenticated: string; json?: boolean }) => {
      const counts = options.countUnauthenticated === "yes";
      const organization = await withStores(environment, ({ metadata }) =>
        metadata.tenants.setCountUnauthenticated(id, counts),
      );
      if (organization === null) throw new UsageError(`There is no organization ${id}.`);
      printRows([toRow(organization)], { json: options.json ?? false });
    });
}

const DELETE_PROBLEMS = {
  unknown: (id: string) => `There is no organization ${id}; ruaflow orgs list shows them.`,
  "has-domains": (id: string) =>
    `${id} has domains. Delete them first (DELETE /api/v1/domains/:id), which also deletes their reports.`,
};

function toRow({ id, name, plan, createdAt, countUnauthenticated }: Organization) {
  return {
    id,
    name,
    plan,
    created_at: createdAt.toISOString(),
    count_unauthenticated: countUnauthenticated ? "yes" : "no",
  };
}

import { type ApiKey, OPERATOR_SCOPE, type Scope, scopes } from "@ruaflow/metadata-store/tenants";
import { UsageError } from "@ruaflow/runtime/errors";
import type { Environment } from "@ruaflow/runtime/settings";
import { type Command, Option } from "commander";
import { parseDay } from "../option-values.ts";
import { chooseOrganization } from "../organization.ts";
import { printJson } from "../print-json.ts";
import { withStores } from "../stores/with-stores.ts";
import { printRows } from "../table.ts";

const grantable: readonly Scope[] = [...scopes, OPERATOR_SCOPE];

/** Longest list of keys that is shown. */
const KEYS_SHOWN_MAX = 1000;

const HELP = `
The scope operator shows the state of the whole service, over all organizations
(GET /api/v1/operator/state). Only this command grants it. Give it to a key of
your own organization, without other scopes:

  ruaflow keys create monitoring --scopes operator`;

interface CreateOptions {
  readonly org?: string;
  readonly scopes: readonly Scope[];
  readonly expires?: Date;
  readonly json?: boolean;
}

/** `ruaflow keys`: API keys of an organization. */
export function addKeysCommand(program: Command, environment: Environment): void {
  const keys = program.command("keys").description("API keys: create, list and revoke");
  keys
    .command("create")
    .description("create a key and print it; it is shown only once")
    .argument("<name>", "what the key is for")
    .option("--org <id>", "organization, if there are several")
    .addOption(
      new Option("--scopes <list>", `comma-separated list of ${grantable.join(", ")}`)
        .argParser(parseScopes)
        .default(scopes, `all except ${OPERATOR_SCOPE}`),
    )
    .option("--expires <date>", "last day on which it works (YYYY-MM-DD, UTC)", parseLastDay)
    .option("--json", "print JSON")
    .addHelpText("after", HELP)
    .action(async (name: string, options: CreateOptions) => createKey(environment, name, options));
  keys
    .command("list")
    .description("list keys, without their secrets")
    .option("--org <id>", "organization, if there are several")
    .option("--json", "print JSON")
    .action(async ({ org, json }: { org?: string; json?: boolean }) => {
      const list = await withStores(environment, async ({ metadata }) => {
        const { id } = await chooseOrganization(metadata, org);
        return (await metadata.tenants.listApiKeys(id, { page: 1, perPage: KEYS_SHOWN_MAX })).items;
      });
      printRows(list.map(toRow), { json: json ?? false });
    });
  keys
    .command("revoke")
    .description("revoke a key; it stops working within 5 seconds")
    .argument("<key-id>", "id from `keys list`")
    .addOption(new Option("--org <id>", "organization, if there are several"))
    .action(async (keyId: string, { org }: { org?: string }) => revokeKey(environment, keyId, org));
}

async function createKey(environment: Environment, name: string, options: CreateOptions): Promise<void> {
  const created = await withStores(environment, async ({ metadata }) => {
    const { id } = await chooseOrganization(metadata, options.org);
    const { scopes: granted, expires } = options;
    return metadata.tenants.createApiKey(id, { name, scopes: granted, ...(expires && { expiresAt: expires }) });
  });
  if (options.json) {
    printJson(created);
    return;
  }
  process.stdout.write(`${created.key}\n`);
  process.stderr.write("This key is shown only once; only its hash is stored.\n");
}

async function revokeKey(environment: Environment, keyId: string, org: string | undefined): Promise<void> {
  const result = await withStores(environment, async ({ metadata }) => {
    const { id } = await chooseOrganization(metadata, org);
    return metadata.tenants.revokeApiKey(id, keyId);
  });
  if (result === "unknown") throw new UsageError(`There is no key ${keyId}; ruaflow keys list shows them.`);
  if (result === "last-admin") {
    throw new UsageError(`${keyId} is the last key with the scope keys:admin; create another one first.`);
  }
  process.stdout.write(`${keyId} is revoked.\n`);
}

function parseScopes(text: string): readonly Scope[] {
  return text.split(",").map((given) => {
    const scope = grantable.find((known) => known === given.trim());
    if (!scope) throw new UsageError(`--scopes: ${given} is not one of ${grantable.join(", ")}`);
    return scope;
  });
}

function parseLastDay(text: string): Date {
  return new Date(`${parseDay("--expires")(text)}T23:59:59.999Z`);
}

function toRow({ id, name, scopes: granted, createdAt, expiresAt, lastUsedAt, revokedAt }: ApiKey) {
  return {
    id,
    name,
    scopes: granted,
    created_at: createdAt,
    expires_at: expiresAt,
    last_used_at: lastUsedAt,
    revoked_at: revokedAt,
  };
}

import { type ApiKey, type Scope, scopes } from "@ruaflow/metadata-store/tenants";
import { UsageError } from "@ruaflow/runtime/errors";
import type { Environment } from "@ruaflow/runtime/settings";
import { type Command, Option } from "commander";
import { chooseOrganization } from "./organization.ts";
import { withStores } from "./stores.ts";
import { printRows } from "./table.ts";

/** More are hardly ever there, and no table for people. */
const KEYS_SHOWN_MAX = 1000;

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
    .description("make a key and print it, this once")
    .argument("<name>", "what it is for")
    .option("--org <id>", "organization, when there are several")
    .option("--scopes <list>", `comma-separated, of ${scopes.join(", ")}`, parseScopes, scopes)
    .option("--expires <date>", "last day it works (YYYY-MM-DD, UTC)", parseLastDay)
    .option("--json", "print JSON")
    .action(async (name: string, options: CreateOptions) => createKey(environment, name, options));
  keys
    .command("list")
    .description("list the keys, never their secrets")
    .option("--org <id>", "organization, when there are several")
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
    .description("end a key; it stops working within 5 seconds")
    .argument("<key-id>", "as `keys list` shows it")
    .addOption(new Option("--org <id>", "organization, when there are several"))
    .action(async (keyId: string, { org }: { org?: string }) => revokeKey(environment, keyId, org));
}

async function createKey(environment: Environment, name: string, options: CreateOptions): Promise<void> {
  const created = await withStores(environment, async ({ metadata }) => {
    const { id } = await chooseOrganization(metadata, options.org);
    const { scopes: granted, expires } = options;
    return metadata.tenants.createApiKey(id, { name, scopes: granted, ...(expires && { expiresAt: expires }) });
  });
  process.stdout.write(options.json ? `${JSON.stringify(created)}\n` : `${created.key}\n`);
  if (!options.json) process.stderr.write("This is the only time the key is shown; it is stored as a hash.\n");
}

async function revokeKey(environment: Environment, keyId: string, org: string | undefined): Promise<void> {
  const result = await withStores(environment, async ({ metadata }) => {
    const { id } = await chooseOrganization(metadata, org);
    return metadata.tenants.revokeApiKey(id, keyId);
  });
  if (result === "unknown") throw new UsageError(`There is no key ${keyId}; ruaflow keys list shows them.`);
  if (result === "last-admin") {
    throw new UsageError(`${keyId} is the last key with the scope keys:admin; make another one first.`);
  }
  process.stdout.write(`${keyId} is revoked.\n`);
}

function parseScopes(text: string): readonly Scope[] {
  return text.split(",").map((given) => {
    const scope = scopes.find((known) => known === given.trim());
    if (!scope) throw new UsageError(`--scopes: ${given} is none of ${scopes.join(", ")}`);
    return scope;
  });
}

function parseLastDay(text: string): Date {
  const day = new Date(`${text}T23:59:59.999Z`);
  if (Number.isNaN(day.getTime())) throw new UsageError(`--expires: ${text} is not a day (YYYY-MM-DD)`);
  return day;
}

function toRow({ id, name, scopes: granted, createdAt, expiresAt, lastUsedAt, revokedAt }: ApiKey) {
  const toText = (date: Date | null) => date?.toISOString() ?? "";
  return {
    id,
    name,
    scopes: granted.join(" "),
    created_at: toText(createdAt),
    expires_at: toText(expiresAt),
    last_used_at: toText(lastUsedAt),
    revoked_at: toText(revokedAt),
  };
}

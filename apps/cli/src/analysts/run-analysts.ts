import { randomBytes } from "node:crypto";
import { type Analyst, checkAnalyst, createRecordStore, type RecordStore } from "@ruaflow/record-store";
import { requireSetting } from "@ruaflow/runtime";
import { UsageError } from "@ruaflow/runtime/errors";
import { type Environment, readSettings } from "@ruaflow/runtime/settings";
import { chooseOrganization } from "../organization.ts";
import { printJson } from "../print-json.ts";
import { storeSettingsSchema } from "../stores/store-settings.ts";
import { withStores } from "../stores/with-stores.ts";
import { printRows } from "../table.ts";

const PASSWORD_BYTES = 24;

interface CreateOptions {
  readonly label: string;
  /** Id or name of the organization; absent: the only one. */
  readonly org?: string;
  readonly json: boolean;
}

/** Creates the user, logs in as it to see that it reads no other organization, and prints its password. */
export async function createAnalyst(environment: Environment, { label, org, json }: CreateOptions): Promise<void> {
  const { id: organizationId } = await withStores(environment, ({ metadata }) => chooseOrganization(metadata, org));
  const password = randomBytes(PASSWORD_BYTES).toString("base64url");
  const { analyst, warnings } = await withRecords(environment, async (records, url) => {
    const created = await records.analysts.create({ organizationId, label, password });
    return { analyst: created, warnings: await checkOrRevoke({ records, url, analyst: created, password }) };
  });
  const { user } = analyst;
  if (json) printJson({ ...toRow(analyst), password });
  else process.stdout.write(`${user} ${password}\n`);
  if (!json) process.stderr.write("The password is shown only once; the server stores only its hash.\n");
  for (const warning of warnings) process.stderr.write(`Warning: ${warning}\n`);
}

interface CreatedAnalyst {
  readonly records: RecordStore;
  readonly url: string;
  readonly analyst: Analyst;
  readonly password: string;
}

/** An analyst that could read too much, or could not be checked, must not remain. */
async function checkOrRevoke({ records, url, analyst, password }: CreatedAnalyst): Promise<readonly string[]> {
  const { problems, warnings } = await checkAnalyst(url, analyst, password).catch(async (error: unknown) => {
    await records.analysts.revoke(analyst.user);
    throw error;
  });
  if (problems.length === 0) return warnings;
  await records.analysts.revoke(analyst.user);
  throw new UsageError(`The user was removed again, because it ${problems.join(", ")}.`);
}

/** Prints the analysts that the server has. */
export async function listAnalysts(environment: Environment, { json }: { readonly json: boolean }): Promise<void> {
  const analysts = await withRecords(environment, (records) => records.analysts.list());
  printRows(analysts.map(toRow), { json });
}

/** Drops an analyst. */
export async function revokeAnalyst(environment: Environment, user: string): Promise<void> {
  const isRevoked = await withRecords(environment, (records) => records.analysts.revoke(user));
  if (!isRevoked) throw new UsageError(`There is no analyst ${user}; ruaflow analysts list shows them.`);
  process.stdout.write(`${user} is revoked.\n`);
}

function toRow({ user, organizationId, label }: Analyst) {
  return { user, organization_id: organizationId, label };
}

async function withRecords<Result>(
  environment: Environment,
  work: (records: RecordStore, url: string) => Promise<Result>,
): Promise<Result> {
  const url = requireSetting(readSettings(storeSettingsSchema, environment), "CLICKHOUSE_URL");
  const records = await createRecordStore({ url });
  try {
    return await work(records, url);
  } finally {
    await records.close();
  }
}

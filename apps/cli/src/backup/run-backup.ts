import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Environment } from "@ruaflow/runtime/settings";
import { pluralize } from "../pluralize.ts";
import { printJson } from "../print-json.ts";
import { openBareStores } from "../stores/bare-stores.ts";
import type { Manifest } from "./folder/manifest-schema.ts";
import { describeDoubt } from "./folder/seal.ts";
import { writeBackup } from "./write-backup.ts";

export interface RunBackupOptions {
  readonly folder: string;
  readonly release: string;
  readonly json: boolean;
}

/** Backs up the stores and prints what the backup has. */
export async function runBackup(environment: Environment, options: RunBackupOptions): Promise<void> {
  const folder = resolve(options.folder);
  const stores = await openBareStores(environment, { description: "ruaflow backup", shared: true });
  let manifest: Manifest;
  try {
    const onTable = (name: string, rows: number) => printProgress(`${name}: ${pluralize(rows, "row")}`);
    manifest = await writeBackup(stores, { folder, release: options.release, onTable });
  } finally {
    await stores.stop();
  }
  const offsets = manifest.log.driver === "kafka" ? await writeOffsets(folder, manifest) : null;
  if (options.json) printJson(toSummary(folder, manifest));
  else process.stdout.write(toText(folder, manifest, offsets));
}

export function printProgress(text: string): void {
  process.stderr.write(`${text}\n`);
}

export const OFFSETS_FILE = "kafka-offsets.csv";

/** As `kafka-consumer-groups.sh --from-file` reads it. */
async function writeOffsets(folder: string, { log }: Manifest): Promise<string> {
  const path = join(folder, OFFSETS_FILE);
  const lines = log.partitions.map(({ partition, committed }) => `${log.topic},${partition},${committed}\n`);
  await writeFile(path, lines.join(""), { mode: 0o600, flush: true });
  return path;
}

/** The numbers of a backup. */
function toSummary(folder: string, manifest: Manifest) {
  const { id, takenAt, postgres, clickHouse, bodies, log } = manifest;
  const files = [...postgres.tables, ...clickHouse.tables, bodies.list];
  const sum = (name: "reports" | "records" | "messages") =>
    String(postgres.organizations.reduce((total, one) => total + BigInt(one[name]), 0n));
  return {
    id,
    folder,
    taken_at: takenAt,
    organizations: postgres.organizations.length,
    reports: sum("reports"),
    records: sum("records"),
    messages: sum("messages"),
    files: files.length,
    bytes: files.reduce((total, { bytes }) => total + bytes, bodies.bytes),
    bodies: bodies.objects,
    bodies_missing: bodies.missing,
    bodies_elsewhere: bodies.elsewhere,
    log: log.driver,
    signed: describeDoubt(manifest) === null,
    unread_messages: log.partitions.reduce(
      (total, { committed, end }) => total + Number(BigInt(end) - BigInt(committed)),
      0,
    ),
  };
}

function toText(folder: string, manifest: Manifest, offsets: string | null): string {
  const summary = toSummary(folder, manifest);
  const { organizations, reports, records, messages, files, bytes, bodies } = summary;
  return [
    `Backed up to ${folder}, as of ${summary.taken_at}.`,
    `${pluralize(organizations, "organization")}, ${reports} reports, ${records} records, ${messages} messages.`,
    `${pluralize(files, "file")} and ${bodies} bodies, ${(bytes / 2 ** 20).toFixed(1)} MiB.`,
    ...(summary.bodies_missing > 0 ? [`Deleted while the backup ran: ${summary.bodies_missing} bodies.`] : []),
    ...(summary.bodies_elsewhere.length > 0 ? [`Not included: bodies in ${summary.bodies_elsewhere.join(", ")}.`] : []),
    ...(offsets === null ? [] : [`Kafka is not included. After a restore, set the group's offsets back: ${offsets}`]),
    ...(summary.signed ? [] : [`${describeDoubt(manifest)} Set RUAFLOW_SECRETS_KEY to sign it.`]),
    "The secrets key is not included: keep it apart, the backup cannot be restored without it.",
    "",
  ].join("\n");
}

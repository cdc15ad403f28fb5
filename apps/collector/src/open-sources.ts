import { resolve } from "node:path";
import type { Logger } from "@ruaflow/runtime/logging";
import { createFolderSource } from "./folder/folder-source.ts";
import { parseImapAccounts } from "./imap/account.ts";
import type { CollectorSettings } from "./settings.ts";
import type { Source } from "./source.ts";

/** A file that has not changed for this long is taken as complete. */
const FOLDER_UNCHANGED_FOR_MS = 3000;

/** The sources that the settings name. The libraries of a source are loaded only if it is set. */
export async function openSources(settings: CollectorSettings, logger: Logger): Promise<readonly Source[]> {
  return [...(await openMailboxes(settings, logger)), ...openFolder(settings, logger), ...(await openBucket(settings))];
}

async function openMailboxes({ RUAFLOW_IMAP_ACCOUNTS: text }: CollectorSettings, logger: Logger): Promise<Source[]> {
  if (text === undefined) return [];
  const { createImapSource } = await import("./imap/imap-source.ts");
  return parseImapAccounts(text).map((account) => createImapSource(account, logger));
}

function openFolder({ RUAFLOW_FOLDER, RUAFLOW_FOLDER_ORGANIZATION }: CollectorSettings, logger: Logger): Source[] {
  if (RUAFLOW_FOLDER === undefined) return [];
  const organizationId = RUAFLOW_FOLDER_ORGANIZATION ?? null;
  const path = resolve(RUAFLOW_FOLDER);
  return [createFolderSource({ path, organizationId, unchangedForMs: FOLDER_UNCHANGED_FOR_MS, logger })];
}

async function openBucket(settings: CollectorSettings): Promise<Source[]> {
  const { RUAFLOW_S3_INBOX_BUCKET: bucket, RUAFLOW_S3_INBOX_PREFIX: prefix } = settings;
  if (bucket === undefined) return [];
  const { createS3Store, toS3Options } = await import("@ruaflow/object-store");
  const { createBucketSource } = await import("./bucket/bucket-source.ts");
  const store = await createS3Store(toS3Options(settings, bucket));
  const organizationId = settings.RUAFLOW_S3_INBOX_ORGANIZATION ?? null;
  return [createBucketSource({ store, bucket, prefix, after: settings.RUAFLOW_S3_INBOX_AFTER, organizationId })];
}

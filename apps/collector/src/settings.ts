import { objectStoreSettings } from "@ruaflow/object-store";
import { type SettingsOf, setting } from "@ruaflow/runtime/settings";
import { parseImapAccounts } from "./imap/account.ts";

/** Settings of the sources that reports are fetched from. Sources that are not set are not started. */
export const collectorSettings = {
  RUAFLOW_COLLECT_EVERY_MS: setting.integer({
    default: 30_000,
    minimum: 1000,
    maximum: 3_600_000,
    description:
      "Interval between checks of mailboxes, the folder and the bucket; new mail and files are noticed sooner.",
  }),
  RUAFLOW_IMAP_ACCOUNTS: setting.secret({
    description: "IMAP mailboxes to fetch reports from: a JSON array, see docs/operations.md.",
    check: parseImapAccounts,
  }),
  RUAFLOW_FOLDER: setting.text({
    description: "Folder to fetch report files from, also a Maildir; files are moved to its folders done and refused.",
  }),
  RUAFLOW_FOLDER_ORGANIZATION: setting.text({
    description: "Id of the only organization that receives reports from the folder; not set: the domain's owner.",
  }),
  RUAFLOW_S3_INBOX_BUCKET: setting.text({ description: "S3 bucket to fetch reports from." }),
  RUAFLOW_S3_INBOX_PREFIX: setting.text({
    default: "",
    description: "Only objects whose keys begin with this are fetched from the bucket.",
  }),
  RUAFLOW_S3_INBOX_AFTER: setting.oneOf(["move", "tag", "delete"], {
    default: "move",
    description: "What is done with fetched objects: moved to done/, tagged with ruaflow, or deleted.",
  }),
  RUAFLOW_S3_INBOX_ORGANIZATION: setting.text({
    description: "Id of the only organization that receives reports from the bucket; not set: the domain's owner.",
  }),
  ...objectStoreSettings,
};

export type CollectorSettings = SettingsOf<typeof collectorSettings>;

/** Each of them alone turns a source on. */
export const sourceSettings = ["RUAFLOW_IMAP_ACCOUNTS", "RUAFLOW_FOLDER", "RUAFLOW_S3_INBOX_BUCKET"] as const;

/** Whether any source is set. */
export function hasSources(settings: CollectorSettings): boolean {
  return sourceSettings.some((name) => settings[name] !== undefined);
}

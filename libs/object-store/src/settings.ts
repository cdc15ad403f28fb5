import { UsageError } from "@ruaflow/runtime/errors";
import { type SettingsOf, setting } from "@ruaflow/runtime/settings";
import type { S3Options } from "./s3-store.ts";

/** How S3 is reached. Credentials come from the places where the AWS SDK looks for them. */
export const objectStoreSettings = {
  RUAFLOW_S3_ENDPOINT: setting.text({
    description: "URL of an S3-compatible server: https://s3.example.com; not set: AWS.",
    check: assertUrl,
  }),
  RUAFLOW_S3_REGION: setting.text({
    description: "Region of the buckets; not set: AWS_REGION, or the AWS profile.",
  }),
  RUAFLOW_S3_PATH_STYLE: setting.flag({
    default: false,
    description:
      "Puts the bucket into the path of the URL instead of the host name; most S3-compatible servers need it.",
  }),
};

/** The options of `createS3Store` for a bucket. */
export function toS3Options(settings: SettingsOf<typeof objectStoreSettings>, bucket: string): S3Options {
  const { RUAFLOW_S3_ENDPOINT: endpoint, RUAFLOW_S3_REGION: region } = settings;
  return {
    bucket,
    isPathStyle: settings.RUAFLOW_S3_PATH_STYLE,
    ...(endpoint !== undefined && { endpoint }),
    ...(region !== undefined && { region }),
  };
}

function assertUrl(text: string): void {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) throw new UsageError("This is not a valid http or https URL.");
}

import { UsageError } from "@ruaflow/runtime/errors";
import { setting } from "@ruaflow/runtime/settings";
import { objectStoreSettings } from "../settings.ts";
import { readStoreUrl } from "./store-url.ts";

/** Where the bytes of submissions are kept, for every process that writes, reads or deletes them. */
export const rawStoreSettings = {
  ...objectStoreSettings,
  RUAFLOW_RAW_STORE: setting.text({
    description:
      "Where the bytes of submissions are kept: file:/folder, shared by all processes, or s3://bucket/prefix; not set: PostgreSQL. What was kept elsewhere before stays readable.",
    check: (text) => {
      if (readStoreUrl(text) === null) {
        throw new UsageError(
          "RUAFLOW_RAW_STORE: This is not a store. Give file:/folder with an absolute path, or s3://bucket/prefix.",
        );
      }
    },
  }),
};

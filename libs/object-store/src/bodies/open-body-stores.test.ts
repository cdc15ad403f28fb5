import { expect, test } from "vitest";
import { openBodyStores } from "./open-body-stores.ts";
import { rawStoreSettings } from "./settings.ts";

const noS3 = { RUAFLOW_S3_ENDPOINT: undefined, RUAFLOW_S3_REGION: undefined, RUAFLOW_S3_PATH_STYLE: false };
const open = (RUAFLOW_RAW_STORE: string | undefined) => openBodyStores({ ...noS3, RUAFLOW_RAW_STORE });

test("without the setting bodies are in PostgreSQL", () => {
  expect(open(undefined).current).toBe(null);
});

test.each([
  ["file:/srv/raw", "file:///srv/raw"],
  ["file:///srv/raw/", "file:///srv/raw"],
  ["file:/srv/a%20b/../raw", "file:///srv/raw"],
  ["s3://my.bucket-1", "s3://my.bucket-1"],
  ["s3://bucket/", "s3://bucket"],
  ["s3://bucket/a/b/", "s3://bucket/a/b"],
])("%s is saved as %s, and opened under that name", async (given, href) => {
  const stores = open(given);
  expect(stores.current).toBe(href);
  expect(await stores.open(href)).toBe(await stores.open(href));
});

test.each([
  "raw",
  "/srv/raw",
  "file:raw",
  "file://host/raw",
  "file:/raw?x",
  "ftp://host/raw",
  "postgres://db",
  "s3://",
  "s3://B",
  "s3://bucket//a",
  "s3://u:p@bucket",
])("%s is refused", (given) => {
  expect(() => rawStoreSettings.RUAFLOW_RAW_STORE.check?.(given)).toThrow("not a store");
  expect(() => open(given)).toThrow("not a store");
});

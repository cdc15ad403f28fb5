import { expect, test } from "vitest";
import { openBodyStores } from "./open-body-stores.ts";
import { rawStoreSettings } from "./settings.ts";

test("without the setting bodies are in PostgreSQL", () => {
  expect(openBodyStores({ RUAFLOW_RAW_STORE: undefined }).current).toBe(null);
});

test.each([
  ["file:/srv/raw", "file:///srv/raw"],
  ["file:///srv/raw/", "file:///srv/raw"],
  ["file:/srv/a%20b/../raw", "file:///srv/raw"],
])("%s is saved as %s, and opened under that name", async (given, href) => {
  const stores = openBodyStores({ RUAFLOW_RAW_STORE: given });
  expect(stores.current).toBe(href);
  expect(await stores.open(href)).toBe(await stores.open(href));
});

test.each(["raw", "/srv/raw", "file:raw", "file://host/raw", "file:/raw?x", "ftp://host/raw", "postgres://db"])(
  "%s is refused",
  (given) => {
    expect(() => rawStoreSettings.RUAFLOW_RAW_STORE.check?.(given)).toThrow("not a store");
    expect(() => openBodyStores({ RUAFLOW_RAW_STORE: given })).toThrow("not a store");
  },
);

import { UsageError } from "@ruaflow/runtime/errors";
import type { SettingsOf } from "@ruaflow/runtime/settings";
import type { BodyStore, BodyStores } from "./body-store.ts";
import { createFolderStore } from "./folder-store.ts";
import type { rawStoreSettings } from "./settings.ts";
import { readStoreUrl } from "./store-url.ts";

/**
 * The stores for bodies. Nothing is opened before it is needed.
 * @throws {UsageError} for a setting that does not name a store
 */
export function openBodyStores({ RUAFLOW_RAW_STORE }: SettingsOf<typeof rawStoreSettings>): BodyStores {
  const opened = new Map<string, BodyStore>();
  return {
    current: RUAFLOW_RAW_STORE === undefined ? null : requireStoreUrl(RUAFLOW_RAW_STORE).href,
    async open(href) {
      const store = opened.get(href) ?? createFolderStore(requireStoreUrl(href).folder);
      opened.set(href, store);
      return store;
    },
  };
}

function requireStoreUrl(text: string) {
  const url = readStoreUrl(text);
  if (url === null) throw new UsageError(`RUAFLOW_RAW_STORE: ${text} is not a store.`);
  return url;
}

import { UsageError } from "@ruaflow/runtime/errors";
import type { SettingsOf } from "@ruaflow/runtime/settings";
import { createS3Store } from "../s3-store.ts";
import { toS3Options } from "../settings.ts";
import type { BodyStore, BodyStores } from "./body-store.ts";
import { createFolderStore } from "./folder-store.ts";
import { createObjectBodyStore } from "./object-body-store.ts";
import type { rawStoreSettings } from "./settings.ts";
import { readStoreUrl } from "./store-url.ts";

type Settings = SettingsOf<typeof rawStoreSettings>;

/**
 * The stores for bodies. Nothing is opened before it is needed.
 * @throws {UsageError} for a setting that does not name a store
 */
export function openBodyStores(settings: Settings): BodyStores {
  const { RUAFLOW_RAW_STORE } = settings;
  const opened = new Map<string, Promise<BodyStore>>();
  return {
    current: RUAFLOW_RAW_STORE === undefined ? null : requireStoreUrl(RUAFLOW_RAW_STORE).href,
    open(href) {
      const store = opened.get(href) ?? openStore(href, settings);
      opened.set(href, store);
      return store;
    },
  };
}

async function openStore(href: string, settings: Settings): Promise<BodyStore> {
  const url = requireStoreUrl(href);
  if (url.kind === "folder") return createFolderStore(url.folder);
  return createObjectBodyStore(await createS3Store(toS3Options(settings, url.bucket)), url.prefix);
}

function requireStoreUrl(text: string) {
  const url = readStoreUrl(text);
  if (url === null) throw new UsageError(`RUAFLOW_RAW_STORE: ${text} is not a store.`);
  return url;
}

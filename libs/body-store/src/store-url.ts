import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** A store as its URL says. */
export interface StoreUrl {
  /** The one way to write this URL, as it is saved with each body. */
  readonly href: string;
  readonly kind: "folder";
  readonly folder: string;
}

/** `null` for a text that does not name a store. */
export function readStoreUrl(text: string): StoreUrl | null {
  if (!text.startsWith("file:/") || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.host !== "" || url.search !== "" || url.hash !== "") return null;
  const folder = resolve(fileURLToPath(url));
  return { href: pathToFileURL(folder).href, kind: "folder", folder };
}

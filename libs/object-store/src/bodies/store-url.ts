import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** A store as its URL says. `href` is the one way to write it, as it is saved with each body. */
export type StoreUrl =
  | { readonly kind: "folder"; readonly href: string; readonly folder: string }
  | { readonly kind: "bucket"; readonly href: string; readonly bucket: string; readonly prefix: string };

/** Names as S3 allows them, and prefixes that need no encoding. */
const BUCKET_URL = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[A-Za-z0-9._-]+)*)\/?$/;

/** `null` for a text that does not name a store. */
export function readStoreUrl(text: string): StoreUrl | null {
  const [, bucket, path = ""] = BUCKET_URL.exec(text) ?? [];
  if (bucket !== undefined) return { kind: "bucket", href: `s3://${bucket}${path}`, bucket, prefix: path.slice(1) };
  return readFolderUrl(text);
}

function readFolderUrl(text: string): StoreUrl | null {
  if (!text.startsWith("file:/") || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.host !== "" || url.search !== "" || url.hash !== "") return null;
  const folder = resolve(fileURLToPath(url));
  return { kind: "folder", href: pathToFileURL(folder).href, folder };
}

import { createHash, timingSafeEqual } from "node:crypto";
import { signText } from "@ruaflow/metadata-store/backup";
import { UsageError } from "@ruaflow/runtime/errors";
import type { Manifest, Seal } from "./manifest-schema.ts";

const PURPOSE = "ruaflow backup manifest";

/** @param key the secrets key; `null`: the seal shows damage only */
export function seal(manifest: Manifest, key: string | null): Manifest & { readonly seal: Seal } {
  const text = toText(manifest);
  return { ...manifest, seal: { sha256: digest(text), hmacSha256: key && signText(key, PURPOSE, text) } };
}

/** Whether the manifest has its digest; one of an earlier release has none. */
export function isUndamaged(manifest: Manifest): boolean {
  return manifest.seal === undefined || isSame(manifest.seal.sha256, digest(toText(manifest)));
}

/**
 * Checks the signature, and with it every digest in the manifest. A manifest without one passes: see {@link describeDoubt}.
 * @throws {UsageError} when it was not made with the key
 */
export function requireSignature(manifest: Manifest, key: string | null): void {
  const { hmacSha256 = null } = manifest.seal ?? {};
  if (hmacSha256 === null) return;
  if (key !== null && isSame(hmacSha256, signText(key, PURPOSE, toText(manifest)))) return;
  throw new UsageError(
    "This secrets key did not sign the manifest: someone has altered the backup. Nothing was changed.",
  );
}

/** What is not proven about a backup, in a sentence for the operator; `null` for a signed one. */
export function describeDoubt({ seal }: Manifest): string | null {
  if (seal === undefined)
    return "The manifest has no digest, as in backups of earlier releases: whether someone has altered the backup cannot be told.";
  if (seal.hmacSha256 !== null) return null;
  return "The manifest is not signed: its digests show damage, but not an alteration by someone who could write to the folder.";
}

/** What is signed is what is used: the parsed content, written as `JSON.stringify` does. */
function toText({ seal: _, ...content }: Manifest): string {
  return JSON.stringify(content);
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

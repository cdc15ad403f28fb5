import { invalidAt } from "@ruaflow/http";
import { isUsableSecret } from "@ruaflow/webhooks/signature";
import type { ApiContext } from "../context.ts";

const URL_CHARS_MAX = 2048;

/**
 * The URL as it will be called.
 * @throws {ProblemError} 400 with the reason
 */
export function readUrl(text: string, { checkWebhookUrl }: ApiContext): string {
  if (text.includes("#")) throw invalidAt("/body/url", "must not have a fragment");
  const check = checkWebhookUrl(text);
  if (!check.ok) throw invalidAt("/body/url", `is refused: ${check.detail.replace(/\.$/, "")}`);
  if (check.url.length > URL_CHARS_MAX) throw invalidAt("/body/url", `is longer than ${URL_CHARS_MAX} when encoded`);
  return check.url;
}

/** @throws {ProblemError} 400 for a secret from which some libraries would derive another key */
export function readSecret(secret: string | null): string | null {
  if (secret === null || isUsableSecret(secret)) return secret;
  const rule = "must be 16 to 256 printable ASCII characters without spaces; after whsec_, base64 of at least 16 bytes";
  throw invalidAt("/body/secret", rule);
}

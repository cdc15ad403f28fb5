import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { ClickHouseRefusal } from "./refusal.ts";

/** The accepted credentials. Without `user` any user name is accepted. */
export interface Credentials {
  readonly user?: string;
  readonly password: string;
}

/**
 * Checks credentials in the forms that ClickHouse accepts: Basic, `X-ClickHouse-User` and `-Key`, or `user` and
 * `password` in the URL. Only the first form present counts.
 *
 * @throws ClickHouseRefusal REQUIRED_PASSWORD (194) without credentials, AUTHENTICATION_FAILED (516) with wrong ones
 */
export function assertCredentials(expected: Credentials, headers: IncomingHttpHeaders, url: URLSearchParams): void {
  const given = readBasic(headers.authorization) ?? readHeaders(headers) ?? readParameters(url) ?? anonymous;
  const isUserAccepted = expected.user === undefined || isSame(given.user, expected.user);
  if (isSame(given.password, expected.password) && isUserAccepted) return;
  if (given === anonymous) throw new ClickHouseRefusal("REQUIRED_PASSWORD", "Credentials are required.");
  throw new ClickHouseRefusal(
    "AUTHENTICATION_FAILED",
    "Authentication failed: password is incorrect, or there is no such user.",
  );
}

interface Given {
  readonly user: string;
  readonly password: string;
}

const anonymous: Given = { user: "default", password: "" };

function readBasic(header: string | undefined): Given | undefined {
  const encoded = header?.match(/^basic +([a-z0-9+/=]+)$/i)?.[1];
  if (encoded === undefined) return undefined;
  const [user = "", ...password] = Buffer.from(encoded, "base64").toString("utf8").split(":");
  return { user, password: password.join(":") };
}

function readHeaders(headers: IncomingHttpHeaders): Given | undefined {
  const user = headers["x-clickhouse-user"];
  const password = headers["x-clickhouse-key"];
  if (user === undefined && password === undefined) return undefined;
  return { user: String(user ?? "default"), password: String(password ?? "") };
}

function readParameters(url: URLSearchParams): Given | undefined {
  if (!url.has("user") && !url.has("password")) return undefined;
  return { user: url.get("user") ?? "default", password: url.get("password") ?? "" };
}

// Digests have equal lengths, which the constant-time comparison requires.
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

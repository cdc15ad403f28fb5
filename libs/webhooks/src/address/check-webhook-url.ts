import { isIP } from "node:net";
import type { AddressList } from "@ruaflow/runtime/addresses";
import { createAddressGuard } from "./address-guard.ts";

/** Why a URL is refused. */
export type WebhookUrlProblem =
  | "too-long"
  | "not-a-url"
  | "not-https"
  | "user-info"
  | "port"
  | "local-name"
  | "address";

export type WebhookUrlCheck =
  /** `url` is the URL to call: normalized, without fragment. */
  | { readonly ok: true; readonly url: string }
  /** `detail` is one sentence for the user. */
  | { readonly ok: false; readonly problem: WebhookUrlProblem; readonly detail: string };

const CHARS_MAX = 2048;

/** Ports from 1024 on that databases, brokers and control planes use. */
const deniedPorts = new Set([
  1433, 1521, 2049, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 5432, 5672, 5900, 5984, 6000, 6379, 6443, 6667, 8123,
  9000, 9042, 9092, 9200, 9300, 10250, 11211, 15672, 27017,
]);

const localName =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|private|arpa|onion|test|invalid)$/;

const details: Record<WebhookUrlProblem, string> = {
  "too-long": `The URL has more than ${CHARS_MAX} characters.`,
  "not-a-url": "This is not a valid URL.",
  "not-https": "The URL must begin with https://.",
  "user-info": "The URL must not contain a user name or password.",
  port: "The port must be 443, or 1024 or above and not a port of databases or control planes.",
  "local-name": "The host must be a public internet name.",
  address: "The address must be a public internet address.",
};

/**
 * Checks a webhook's URL by its text only, without DNS: for early feedback when a webhook is saved. It is not the guard,
 * which decides when a connection is made.
 *
 * @param options.allow the operator's ranges; if not empty, names that only a local resolver knows are accepted, and the
 *   guard checks their addresses
 */
export function checkWebhookUrl(text: string, options: { readonly allow: AddressList }): WebhookUrlCheck {
  if (text.length > CHARS_MAX) return refuse("too-long");
  const url = URL.parse(text);
  if (url === null) return refuse("not-a-url");
  const problem = findProblem(url, options.allow);
  if (problem !== null) return refuse(problem);
  url.hash = "";
  return { ok: true, url: url.href };
}

function refuse(problem: WebhookUrlProblem): WebhookUrlCheck {
  return { ok: false, problem, detail: details[problem] };
}

function findProblem(url: URL, allow: AddressList): WebhookUrlProblem | null {
  if (url.protocol !== "https:") return "not-https";
  if (url.username !== "" || url.password !== "") return "user-info";
  if (!isAllowedPort(url.port)) return "port";
  const host = toHost(url);
  if (isIP(host) !== 0) return createAddressGuard(allow)(host) ? null : "address";
  return isLocalName(host) && allow.isEmpty ? "local-name" : null;
}

/** @param port as in `URL`: empty for 443 */
function isAllowedPort(port: string): boolean {
  return port === "" || (Number(port) >= 1024 && !deniedPorts.has(Number(port)));
}

function isLocalName(host: string): boolean {
  const name = host.replace(/\.$/, "");
  return !name.includes(".") || localName.test(name);
}

/** The host of a URL in the form for sockets: IPv6 without brackets. */
function toHost(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1");
}

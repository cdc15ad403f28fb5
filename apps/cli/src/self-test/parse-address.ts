import { UsageError } from "@ruaflow/runtime/errors";

/**
 * Parses `host:port`; an IPv6 address stands in brackets.
 * @throws {UsageError} for anything else
 */
export function parseAddress(text: string): { readonly host: string; readonly port: number } {
  const [, bracketed, plain, digits = ""] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  const port = Number(digits);
  if (host !== undefined && port > 0 && port <= 65_535) return { host, port };
  throw new UsageError(`--smtp: ${text} is not host:port (example: 127.0.0.1:2525)`);
}

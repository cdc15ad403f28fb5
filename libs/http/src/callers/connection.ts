import { createAddressList } from "@ruaflow/runtime/addresses";
import type { FastifyRequest } from "fastify";
import { ProblemError } from "../problem.ts";

const loopback = createAddressList(["127.0.0.0/8", "::1"]);
const HOST = /^(?:\[([0-9a-f:.]+)\]|([^:[\]]+))(?::\d{1,5})?$/i;
/** Set by proxies: behind one, the peer's address is not that of the browser. */
const PROXY_HEADERS = /^(x-forwarded-.*|forwarded|via)$/;

/**
 * Whether the browser runs on this machine and has asked for it by a name of this machine. The name matters: any web page can
 * give its own host name the address 127.0.0.1.
 */
export function isLocal({ headers, raw }: FastifyRequest): boolean {
  if (Object.keys(headers).some((name) => PROXY_HEADERS.test(name))) return false;
  return loopback.includes(raw.socket.remoteAddress ?? "") && isLoopbackHost(headers.host ?? "");
}

/** @param host name or address, as in a URL with or without a port, or an IPv6 address without brackets */
export function isLoopbackHost(host: string): boolean {
  const [, ipv6, name = ""] = HOST.exec(host) ?? [];
  return name.toLowerCase() === "localhost" || loopback.includes(ipv6 ?? name) || loopback.includes(host);
}

/** HTTPS to this process, or to a trusted proxy that says so. */
export function isHttps({ protocol }: FastifyRequest): boolean {
  return protocol === "https";
}

/** Whether a cookie cannot be read on its way. */
export function isPrivate(request: FastifyRequest): boolean {
  return isHttps(request) || isLocal(request);
}

/** @throws {ProblemError} https_required, unless the connection is HTTPS or stays on this machine */
export function requirePrivate(request: FastifyRequest): void {
  if (isPrivate(request)) return;
  throw new ProblemError(
    "https_required",
    "Browsers sign in over HTTPS, or on the machine of the service without a proxy. If a proxy ends HTTPS, list it in RUAFLOW_TRUSTED_PROXIES and let it send X-Forwarded-Proto.",
  );
}

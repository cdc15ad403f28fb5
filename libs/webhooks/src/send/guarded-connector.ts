import { connect, isIP, type LookupFunction, type Socket } from "node:net";
import { createSecureContext, rootCertificates } from "node:tls";
import { buildConnector } from "undici";
import type { ResolveHost } from "./resolve-host.ts";

/** Whether an address may be connected to. */
export type IsAllowed = (address: string) => boolean;

/** The same check at three points: each layer protects against cases that the others cannot see. */
export interface GuardLayers {
  /** Checks a host that is itself an address: it is never looked up. */
  readonly literal: IsAllowed;
  /** Checks every address of a host name: one forbidden address refuses the host. */
  readonly lookup: IsAllowed;
  /** Checks the peer's address after connecting, before anything is sent. */
  readonly peer: IsAllowed;
}

export interface ConnectorOptions {
  readonly guard: GuardLayers;
  readonly resolveHost: ResolveHost;
  /** Time limit of the lookup and the connection together, and again of TLS. */
  readonly timeoutMs: number;
  /** Certificates in PEM that are trusted in addition to the public ones. */
  readonly ca?: string;
}

/** A host that webhooks may not be sent to. */
class AddressRefusedError extends Error {
  override readonly name = "AddressRefusedError";
  readonly code = "address_refused";

  constructor() {
    super("The host is at an address that webhooks may not be sent to.");
  }
}

/** Maximum number of addresses of a name that are tried; all its addresses are checked. */
const ADDRESSES_MAX = 8;

/** Opens TLS connections for undici, to allowed addresses only. Webhooks use no other connections. */
export function createGuardedConnector(options: ConnectorOptions): buildConnector.connector {
  const { guard, timeoutMs, ca } = options;
  // Created once: loading all public certificates for each connection would cost more than the connection.
  const trust = ca === undefined ? {} : { secureContext: createSecureContext({ ca: [...rootCertificates, ca] }) };
  const startTls = buildConnector({ allowH2: false, timeout: timeoutMs, ...trust });
  return ({ protocol, hostname, port, ...rest }, callback) => {
    const host = hostname.replace(/^\[(.*)\]$/, "$1");
    const open = async () => {
      if (protocol !== "https:") throw new AddressRefusedError();
      const signal = AbortSignal.timeout(timeoutMs);
      const addresses = await abortable(findAddresses(host, options), signal);
      return openSocket({ addresses, port: Number(port || 443), signal, isAllowed: guard.peer });
    };
    open().then(
      (httpSocket) => startTls({ ...rest, protocol, hostname, port, httpSocket }, callback),
      (error) => callback(error, null),
    );
  };
}

async function findAddresses(host: string, { guard, resolveHost }: ConnectorOptions): Promise<readonly string[]> {
  const isLiteral = isIP(host) !== 0;
  const isAllowed = isLiteral ? guard.literal : guard.lookup;
  const addresses = isLiteral ? [host] : await resolveHost(host);
  if (addresses.length === 0 || !addresses.every(isAllowed)) throw new AddressRefusedError();
  return addresses.slice(0, ADDRESSES_MAX);
}

interface SocketTarget {
  readonly addresses: readonly string[];
  readonly port: number;
  readonly signal: AbortSignal;
  readonly isAllowed: IsAllowed;
}

/** Connects to one of the addresses, without another lookup. */
async function openSocket({ addresses, port, signal, isAllowed }: SocketTarget): Promise<Socket> {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  // The host is not an address, so that `lookup` is always called.
  const lookup: LookupFunction = (_host, _options, callback) => callback(null, found);
  const socket = connect({ host: "vetted", port, lookup, autoSelectFamily: true });
  const connected = new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    // Never removed: later errors are reported by the TLS socket that wraps this one.
    socket.on("error", reject);
  });
  try {
    await abortable(connected, signal);
    if (!isAllowed(socket.remoteAddress ?? "")) throw new AddressRefusedError();
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** Rejects with the signal's reason when it aborts before the work ends; the result of the work is then ignored. */
function abortable<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

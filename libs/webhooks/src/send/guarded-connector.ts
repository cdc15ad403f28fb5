import { connect, isIP, type LookupFunction, type Socket } from "node:net";
import { createSecureContext, rootCertificates } from "node:tls";
import { buildConnector } from "undici";
import type { ResolveHost } from "./resolve-host.ts";

/** Whether an address may be connected to. */
export type IsAllowed = (address: string) => boolean;

/** One question, asked three times: each layer stands alone against what the others cannot see. */
export interface GuardLayers {
  /** Of a host that is an address itself: it is never looked up. */
  readonly literal: IsAllowed;
  /** Of every address of a host's name: one that is not allowed refuses the host. */
  readonly lookup: IsAllowed;
  /** Of the address at the other end, once connected and before anything is sent. */
  readonly peer: IsAllowed;
}

export interface ConnectorOptions {
  readonly guard: GuardLayers;
  readonly resolveHost: ResolveHost;
  /** For the lookup and the connection together, and again for TLS. */
  readonly timeoutMs: number;
  /** Certificates that are trusted beside the public ones, PEM. */
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

/** Of a name with hundreds of addresses, this many are tried; every one of them was asked about. */
const ADDRESSES_MAX = 8;

/** Opens TLS connections for undici, to allowed addresses only. There is no other way out for a webhook. */
export function createGuardedConnector(options: ConnectorOptions): buildConnector.connector {
  const { guard, timeoutMs, ca } = options;
  // Read once: all the public certificates for each connection would cost more than the connection.
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

/** Connects to one of the addresses, without asking any resolver again. */
async function openSocket({ addresses, port, signal, isAllowed }: SocketTarget): Promise<Socket> {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  // The host is no address, so that `lookup` is always asked.
  const lookup: LookupFunction = (_host, _options, callback) => callback(null, found);
  const socket = connect({ host: "vetted", port, lookup, autoSelectFamily: true });
  const connected = new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    // Stays for good: an error after this is told by the TLS socket around this one.
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

/** Rejects with the signal's reason when the work takes longer; what it then still does concerns nobody. */
function abortable<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

import { Resolver } from "node:dns/promises";

/** Resolves every address of a host, IPv4 first. Rejects when the host has no address. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

const TRY_TIMEOUT_MS = 2000;
const TRIES = 2;

/**
 * Queries name servers directly; by default the machine's. It avoids `getaddrinfo`, which blocks one of few threads until
 * the name server answers: name servers are untrusted too, and one slow domain would delay all others.
 */
export function createHostResolver(servers: readonly string[] = []): ResolveHost {
  const resolver = new Resolver({ timeout: TRY_TIMEOUT_MS, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  return async (host) => {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    const failed = answers.find((answer) => answer.status === "rejected");
    if (addresses.length === 0 && failed) throw failed.reason;
    return addresses;
  };
}

import { Resolver } from "node:dns/promises";

/** Every address of a host, IPv4 first. Rejects when it has none. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

const TRY_TIMEOUT_MS = 2000;
const TRIES = 2;

/**
 * Asks name servers directly, the machine's own when none are given. Not `getaddrinfo`: it holds one of few threads for as long as a name server
 * keeps silent, and a name server is a stranger's too, so one slow domain would delay every other.
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

// A DNS server that knows a name for every address, answers after 300 ms and drops each twentieth query. A process of its
// own, so that it does not share an event loop with what is measured. Prints its address, and ends when its input does.
import { startDnsServer } from "@ruaflow/dns/testing";

const ANSWER_AFTER_MS = 300;
const DROP_EVERY = 20;
const TTL_S = 86_400;
const ZONE = "sources.example";

const server = await startDnsServer({ answerAfterMs: ANSWER_AFTER_MS, dropEvery: DROP_EVERY, synthesize });
console.log(server.address);
process.stdin.resume().once("end", () => process.exit());

/** `4.3.2.1.in-addr.arpa` has the name `4-1-2-3-4.sources.example`, whose address is 1.2.3.4; the same for IPv6. */
function synthesize(name: string, type: string) {
  if (type === "PTR") return [{ type: "PTR" as const, name, data: `${toLabel(name)}.${ZONE}` }];
  if (!name.endsWith(`.${ZONE}`)) return [];
  const [version, ...parts] = name.slice(0, -ZONE.length - 1).split("-");
  if (version === "4" && type === "A") return [{ type: "A" as const, name, ttl: TTL_S, data: parts.join(".") }];
  if (version === "6" && type === "AAAA") return [{ type: "AAAA" as const, name, ttl: TTL_S, data: parts.join(":") }];
  return [];
}

function toLabel(arpaName: string): string {
  const labels = arpaName.split(".").slice(0, -2).toReversed();
  if (arpaName.endsWith(".in-addr.arpa")) return ["4", ...labels].join("-");
  return ["6", ...(labels.join("").match(/.{4}/g) ?? [])].join("-");
}

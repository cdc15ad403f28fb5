import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Starts of special-purpose prefixes and their neighbours; addresses far from them test little. */
const startsV6 = `0000:0000 0000:ffff 0064:ff9b 0100:0000 1fff:ffff 2000:0000 2001:0000 2001:0002 2001:0010 2001:0020 2001:01ff
  2001:0200 2001:0db7 2001:0db8 2001:0db9 2002:7f00 2003:0000 3ffe:ffff 3fff:0000 3fff:0fff 3fff:1000 4000:0000 5eff:ffff
  5f00:0000 5f01:0000 fbff:ffff fc00:0000 fd00:0ec2 fe7f:ffff fe80:0000 febf:ffff fec0:0000 fef0:0000 ff02:0000 ffff:ffff`;
const endsV6 = ["00000000:00000000:00000000:7f000001", "00000000:00000000:00005efe:7f000001"];
const startsV4 = `0 9 10 11 100 126 127 128 168 169 172 191 192 198 203 223 224 239 240 255`;

type Random = () => number;

const toInteger = (random: Random, below: number) => Math.floor(random() * below);
const choose = <Item>(random: Random, items: readonly Item[], otherwise: Item) =>
  items[toInteger(random, items.length)] ?? otherwise;

/** Addresses as a resolver returns them: half of them random, half within or beside a special-purpose prefix. */
export function createAddresses(random: Random, total: { readonly v4: number; readonly v6: number }): string[] {
  const v6 = Array.from({ length: total.v6 }, () => createV6(random));
  return [...v6, ...Array.from({ length: total.v4 }, () => createV4(random))];
}

function createV6(random: Random): string {
  const bytes = Buffer.from(Array.from({ length: 16 }, () => toInteger(random, 256)));
  const kind = random();
  if (kind < 0.5) Buffer.from(choose(random, list(startsV6), "").replace(":", ""), "hex").copy(bytes);
  // The low bits of a prefix matter as often as the high ones; many prefixes contain IPv4 in the last 32 bits.
  if (kind < 0.2) bytes.fill(0, 4, 12);
  if (kind > 0.1 && kind < 0.12) bytes.fill(0, 0, 12);
  if (kind > 0.2 && kind < 0.25) Buffer.from(choose(random, endsV6, "").replaceAll(":", ""), "hex").copy(bytes, 8, 8);
  return bytes.toString("hex").replace(/(.{4})(?=.)/g, "$1:");
}

function createV4(random: Random): string {
  const bytes = Array.from({ length: 4 }, () => toInteger(random, 256));
  if (random() < 0.5) bytes[0] = Number(choose(random, list(startsV4), "0"));
  if (random() < 0.3) bytes[1] = choose(random, [0, 16, 18, 31, 32, 51, 63, 64, 88, 127, 128, 168, 254], 0);
  if (random() < 0.3) bytes[2] = choose(random, [0, 2, 99, 100, 113, 129], 0);
  return bytes.join(".");
}

function list(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/** Whether each address is public, according to classify_addresses.py. */
export function classifyIndependently(addresses: readonly string[]): boolean[] {
  const script = fileURLToPath(new URL("classify_addresses.py", import.meta.url));
  const options = { input: addresses.join("\n"), encoding: "utf8", maxBuffer: addresses.length + 1024 } as const;
  return [...execFileSync("python3", [script], options)].map((verdict) => verdict === "1");
}

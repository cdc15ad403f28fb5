import { choose, toFraction } from "../fraction.ts";

/** What becomes of a domain in the demo. */
export type DemoState = "verified" | "pending" | "failed" | "silent";

/** What its mail shows. */
export type DemoCase = "healthy" | "help-desk" | "forwarded" | "spoofed" | "broken-dkim";

export interface DemoDomain {
  readonly name: string;
  readonly labels: readonly string[];
  readonly state: DemoState;
  readonly shows: DemoCase;
  /** 0 is small; a few are large. */
  readonly size: 0 | 1 | 2;
}

/** One of the MSP's customers. */
export interface DemoClient {
  /** The MSP's own number for it. */
  readonly reference: string;
  readonly domains: readonly DemoDomain[];
}

const places = [
  "Alder",
  "Birch",
  "Cedar",
  "Copper",
  "Dover",
  "Eastgate",
  "Elm",
  "Fairview",
  "Granite",
  "Harbor",
  "Hazel",
  "Juniper",
  "Kingsley",
  "Lakeside",
  "Linden",
  "Maple",
  "Meridian",
  "Northgate",
  "Oakridge",
  "Pinecrest",
  "Quarry",
  "Riverbend",
  "Silver",
  "Summit",
  "Willow",
] as const;
const trades = [
  "dental",
  "law",
  "bakery",
  "freight",
  "clinic",
  "tools",
  "insurance",
  "travel",
  "homes",
  "motors",
  "school",
  "books",
  "energy",
  "foods",
  "design",
  "hotel",
  "audit",
  "optics",
] as const;
const parts = [
  "",
  "-shop",
  "-mail",
  "-group",
  "-online",
  "-news",
  "-careers",
  "-events",
  "-store",
  "-portal",
  "-labs",
  "-eu",
];

const DOMAINS_MAX = 12;

/** The clients of a portfolio, the same for the same number. */
export function listClients(total: number): DemoClient[] {
  return Array.from({ length: total }, (_, index) => toClient(index));
}

function toClient(index: number): DemoClient {
  const name = toName(index);
  const count = 1 + Math.floor(toFraction(`${name} domains`) * DOMAINS_MAX);
  const labels = [
    choose(["gold", "silver", "bronze"], `${name} service`),
    choose(["region-north", "region-south", "region-west"], `${name} region`),
  ];
  // The first one is, so that the smallest portfolio has a client to look at.
  const broken = index === 0 || toFraction(`${name} dkim`) < 0.05;
  return {
    reference: `C-${1001 + index}`,
    domains: parts
      .slice(0, count)
      .map((part, position) => toDomain(`${name}${part}.example`, { position, labels, broken })),
  };
}

/** Each pair of words once, then with a number. */
function toName(index: number): string {
  const place = places[index % places.length] ?? "";
  const trade = trades[Math.floor(index / places.length) % trades.length] ?? "";
  const round = Math.floor(index / (places.length * trades.length));
  return `${place.toLowerCase()}-${trade}${round === 0 ? "" : round + 1}`;
}

interface Setting {
  readonly position: number;
  readonly labels: readonly string[];
  readonly broken: boolean;
}

function toDomain(name: string, { position, labels, broken }: Setting): DemoDomain {
  const more = position === 0 ? ["main"] : toFraction(`${name} parked`) < 0.15 ? ["parked"] : [];
  const shared = { name, labels: [...labels, ...more] };
  const size = toSize(name);
  // What its owner has to see is in its mail.
  if (broken && position === 0)
    return { ...shared, state: "verified", size: size === 0 ? 1 : size, shows: "broken-dkim" };
  return { ...shared, state: toState(name), size, shows: toCase(name) };
}

function toState(name: string): DemoState {
  const chance = toFraction(`${name} state`);
  if (chance < 0.03) return "pending";
  if (chance < 0.05) return "failed";
  return chance < 0.12 ? "silent" : "verified";
}

function toSize(name: string): DemoDomain["size"] {
  const tail = toFraction(`${name} size`);
  if (tail < 0.03) return 2;
  return tail < 0.18 ? 1 : 0;
}

function toCase(name: string): DemoCase {
  const chance = toFraction(`${name} case`);
  if (chance < 0.04) return "spoofed";
  if (chance < 0.12) return "help-desk";
  return chance < 0.3 ? "forwarded" : "healthy";
}

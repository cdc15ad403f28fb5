import { writeFile } from "node:fs/promises";
import ipaddr from "ipaddr.js";

/** The content of a small MMDB file, in the format of https://maxmind.github.io/MaxMind-DB/. */
export interface MmdbContent {
  /** `database_type` of the metadata. */
  readonly type: string;
  /** Build day, `YYYY-MM-DD`. */
  readonly date: string;
  /** IP version of the tree; default 6, which has IPv4 addresses too. */
  readonly ipVersion?: 4 | 6;
  /** Rows by network, such as `8.8.8.0/24`. Networks must not overlap. */
  readonly rows: Readonly<Record<string, object>>;
}

const RECORD_BITS = 24;
const MARKER = Buffer.from("\xab\xcd\xefMaxMind.com", "latin1");
/** Empty bytes between the tree and the data. */
const SEPARATOR_BYTES = 16;

/** A node's two children: a node, the offset of a row, or nothing. */
type Node = [Child, Child];
type Child = Node | number | null;

export async function writeMmdb(path: string, { type, date, ipVersion = 6, rows }: MmdbContent): Promise<void> {
  const root: Node = [null, null];
  let data = Buffer.alloc(0);
  for (const [network, row] of Object.entries(rows)) {
    insert(root, toBits(network, ipVersion), data.length);
    data = Buffer.concat([data, encode(row)]);
  }
  const nodes = listNodes(root);
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: Date.parse(date) / 1000,
    database_type: type,
    ip_version: ipVersion,
    node_count: nodes.length,
    record_size: RECORD_BITS,
  });
  const tree = Buffer.concat(nodes.flatMap((node) => node.map((child) => encodeChild(child, nodes))));
  await writeFile(path, Buffer.concat([tree, Buffer.alloc(SEPARATOR_BYTES), data, MARKER, metadata]));
}

/** The bits of a network's prefix; IPv4 is below `::/96` in a tree of IPv6. */
function toBits(network: string, ipVersion: 4 | 6): number[] {
  const [address, length] = ipaddr.parseCIDR(network);
  const bits = address.toByteArray().flatMap((byte) => [...byte.toString(2).padStart(8, "0")].map(Number));
  const prefix = bits.slice(0, length);
  return address.kind() === "ipv4" && ipVersion === 6 ? [...Array<number>(96).fill(0), ...prefix] : prefix;
}

function insert(root: Node, bits: readonly number[], offset: number): void {
  let node = root;
  for (const bit of bits.slice(0, -1)) {
    const side = bit === 0 ? 0 : 1;
    const child = node[side];
    const next: Node = Array.isArray(child) ? child : [null, null];
    node[side] = next;
    node = next;
  }
  node[bits.at(-1) === 0 ? 0 : 1] = offset;
}

function listNodes(root: Node): Node[] {
  const nodes = [root];
  for (const node of nodes) nodes.push(...node.filter((child) => Array.isArray(child)));
  return nodes;
}

function encodeChild(child: Child, nodes: readonly Node[]): Buffer {
  const record = Buffer.alloc(RECORD_BITS / 8);
  record.writeUIntBE(toRecord(child, nodes), 0, record.length);
  return record;
}

function toRecord(child: Child, nodes: readonly Node[]): number {
  if (child === null) return nodes.length;
  return Array.isArray(child) ? nodes.indexOf(child) : nodes.length + SEPARATOR_BYTES + child;
}

function encode(value: unknown): Buffer {
  if (typeof value === "string") return Buffer.concat([control(2, Buffer.byteLength(value)), Buffer.from(value)]);
  if (typeof value === "number") {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([control(6, bytes.length), bytes]);
  }
  const entries = Object.entries(value ?? {}).flat();
  return Buffer.concat([control(7, entries.length / 2), ...entries.map(encode)]);
}

/** The byte before a value, for sizes below 285. */
function control(type: number, size: number): Buffer {
  return size < 29 ? Buffer.from([(type << 5) | size]) : Buffer.from([(type << 5) | 29, size - 29]);
}

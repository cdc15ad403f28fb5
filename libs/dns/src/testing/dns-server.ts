import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import { once } from "node:events";
import { isIPv6 } from "node:net";
import { type Answer, AUTHORITATIVE_ANSWER, decode, encode, type Packet } from "dns-packet";
import { toArpaName } from "../reverse-names/names.ts";

/** A DNS server on loopback, over UDP, authoritative for all names: names that are not set do not exist. */
export interface TestDnsServer {
  /** `127.0.0.1:port`, in the format of the setting. */
  readonly address: string;
  /** Names queried so far. */
  readonly asked: readonly string[];
  /** Replaces the TXT records of a name. Each is a text, or the strings of one record. */
  setTxt(name: string, ...records: readonly (string | readonly string[])[]): void;
  /** Makes a name an alias. Answers with the alias only, as servers do when another server has its target. */
  setCname(name: string, target: string): void;
  /** Answers with the alias and its target's TXT record, as resolvers do. */
  setResolvedCname(name: string, target: string, text: string): void;
  /** Answers with the alias and its target's records, as resolvers do. */
  setAlias(name: string, target: string, records: readonly Answer[]): void;
  /** Replaces the names of an address: its PTR records. */
  setPtr(address: string, ...names: readonly string[]): void;
  /** Replaces the addresses of a name: its A and AAAA records. */
  setAddresses(name: string, addresses: readonly string[], ttlS?: number): void;
  /** Makes every query for a name fail: SERVFAIL, or no answer. */
  fail(name: string, how: "servfail" | "silence"): void;
  /** Removes a name. */
  remove(name: string): void;
  stop(): Promise<void>;
}

type Zone = Map<string, readonly Answer[] | "servfail" | "silence">;

const TTL_S = 300;
const STRING_BYTES_MAX = 255;
const SERVFAIL = 2;
const NXDOMAIN = 3;

export interface TestDnsServerOptions {
  /** Delay of each answer; default 0. */
  readonly answerAfterMs?: number;
  /** Does not answer each n-th query; default: answers all. */
  readonly dropEvery?: number;
  /** Answers for names that are not set; an empty list: the name does not exist. */
  readonly synthesize?: (name: string, type: string) => readonly Answer[];
}

export async function startDnsServer(options: TestDnsServerOptions = {}): Promise<TestDnsServer> {
  const zone: Zone = new Map();
  const asked: string[] = [];
  const late = new Set<NodeJS.Timeout>();
  const socket = createSocket("udp4");
  socket.on("message", (message, sender) => answer(socket, { ...options, zone, asked, message, sender, late }));
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const set = (name: string, answers: readonly Answer[] | "servfail" | "silence") => {
    zone.set(name.toLowerCase(), answers);
  };
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    setTxt: (name, ...records) =>
      set(
        name,
        records.map((record) => toTxt(name, record)),
      ),
    setCname: (name, target) => set(name, [{ type: "CNAME", name, ttl: TTL_S, data: target }]),
    setResolvedCname: (name, target, text) =>
      set(name, [{ type: "CNAME", name, ttl: TTL_S, data: target }, toTxt(target, text)]),
    setAlias: (name, target, records) => set(name, [{ type: "CNAME", name, ttl: TTL_S, data: target }, ...records]),
    setPtr(address, ...names) {
      const name = toArpaName(address);
      set(
        name,
        names.map((data) => ({ type: "PTR", name, ttl: TTL_S, data })),
      );
    },
    setAddresses: (name, addresses, ttl = TTL_S) =>
      set(
        name,
        addresses.map((data) => ({ type: isIPv6(data) ? "AAAA" : "A", name, ttl, data })),
      ),
    fail: set,
    remove: (name) => void zone.delete(name.toLowerCase()),
    stop: () => {
      for (const timer of late) clearTimeout(timer);
      return new Promise<void>((resolve) => socket.close(resolve));
    },
  };
}

interface Question extends TestDnsServerOptions {
  readonly zone: Zone;
  readonly asked: string[];
  readonly message: Buffer;
  readonly sender: RemoteInfo;
  readonly late: Set<NodeJS.Timeout>;
}

function answer(socket: Socket, { zone, asked, message, sender, late, ...options }: Question): void {
  const { id, questions } = decode(message);
  const [question] = questions ?? [];
  if (id === undefined || question === undefined) return;
  const name = question.name.toLowerCase();
  asked.push(name);
  const found = zone.get(name) ?? synthesize(name, question.type, options);
  if (found === "silence" || asked.length % (options.dropEvery ?? Number.POSITIVE_INFINITY) === 0) return;
  const answers =
    typeof found === "object" ? found.filter(({ type }) => type === question.type || type === "CNAME") : [];
  const exists = found !== undefined || [...zone.keys()].some((known) => known.endsWith(`.${name}`));
  const code = found === "servfail" ? SERVFAIL : exists ? 0 : NXDOMAIN;
  const reply: Packet = { type: "response", id, flags: AUTHORITATIVE_ANSWER | code, questions: [question] };
  const send = () => socket.send(encode({ ...reply, answers }), sender.port, sender.address);
  const timer = setTimeout(() => {
    late.delete(timer);
    send();
  }, options.answerAfterMs ?? 0);
  late.add(timer);
}

function synthesize(name: string, type: string, options: TestDnsServerOptions): readonly Answer[] | undefined {
  const answers = options.synthesize?.(name, type) ?? [];
  return answers.length > 0 ? answers : undefined;
}

function toTxt(name: string, record: string | readonly string[]): Answer {
  return { type: "TXT", name, ttl: TTL_S, data: typeof record === "string" ? toStrings(record) : [...record] };
}

function toStrings(text: string): string[] {
  return text.match(new RegExp(`.{1,${STRING_BYTES_MAX}}`, "gsu")) ?? [""];
}

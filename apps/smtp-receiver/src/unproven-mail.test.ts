import { startDnsServer, type TestDnsServer } from "@ruaflow/dns/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { beginMessage, connectRaw } from "./testing/raw-client.ts";
import { startTestReceiver, type TestReceiver } from "./testing/start-receiver.ts";
import { writeMail, writeReport } from "./testing/write-mail.ts";

const RECORDS_MAX = 20;
const BYTES_MAX = 20_000;
const NETWORK_RECORDS_MAX = 30;
const NETWORK_BYTES_MAX = 60_000;

type Owner = Awaited<ReturnType<TestReceiver["addMailbox"]>>;

let dns: TestDnsServer;
let running: TestReceiver;
let domain: string;
let owner: Owner;
let unique = 0;

beforeAll(async () => {
  dns = await startDnsServer();
  dns.setTxt("_dmarc.reporter.example", "v=DMARC1; p=reject");
  dns.setTxt("reporter.example", "v=spf1 ip4:127.200.0.0/16 -all");
  const unproven = {
    domain: { bytesMax: BYTES_MAX, recordsMax: RECORDS_MAX },
    network: { bytesMax: NETWORK_BYTES_MAX, recordsMax: NETWORK_RECORDS_MAX },
  };
  running = await startTestReceiver({ dnsServers: [dns.address], ingestLimits: { unproven } });
});

afterAll(async () => {
  await running.stop();
  await dns.stop();
});

beforeEach(async () => {
  unique += 1;
  domain = `d${unique}.example`;
  owner = await running.addMailbox(domain);
});

interface Sent {
  readonly from: string;
  readonly records?: number;
  readonly to?: Owner;
  readonly about?: string;
  /** Bytes of text without a reader. */
  readonly padding?: number;
  readonly mailFrom?: string;
}

/** Sends a mail with a report on a connection of its own and returns the reply to its end. */
async function send({
  from,
  records = 1,
  to = owner,
  about = domain,
  padding = 0,
  mailFrom = "",
}: Sent): Promise<string> {
  const client = await connectRaw({ port: running.port, localAddress: from });
  await beginMessage(client, { to: [to.mailbox], from: mailFrom });
  const report = writeReport(about).replace(/<record>.*<\/record>/s, (record) => record.repeat(records));
  const mail = writeMail(`${report}<!--${"x".repeat(padding)}-->`);
  const reply = await client.command(`${mail}\r\n.`);
  client.close();
  return reply;
}

/** An address of a network of its own. */
const network = (host = 1) => `127.${100 + Math.floor(unique / 250)}.${unique % 250}.${host}`;
const otherNetwork = (index: number) => `127.${150 + index}.${unique % 250}.1`;

const listDays = async () => {
  const ids = await running.metadata.domains.findDomainIds(owner.organizationId, [domain]);
  return running.metadata.intake.listUnprovenDays(ids.get(domain) ?? "");
};

test("unproven reports about one domain are taken up to its records of a day, from however many networks; then 452", async () => {
  for (const index of [1, 2]) expect(await send({ from: otherNetwork(index), records: 10 })).toMatch(/^250 /);
  const reply = await send({ from: otherNetwork(3) });
  expect(reply).toMatch(
    /^452 4\.7\.28 This domain takes no more reports without proof of their sender today; sign yours$/,
  );
  expect(await listDays()).toMatchObject([{ records: 20, deferredMails: 1 }]);
});

test("unproven reports from one network are taken up to its records of a day, about however many domains; then 452", async () => {
  for (const host of [1, 2, 3]) {
    const to = await running.addMailbox(`n${unique}-${host}.example`);
    expect(await send({ from: network(host), to, about: `n${unique}-${host}.example`, records: 10 })).toMatch(/^250 /);
  }
  expect(await send({ from: network(4) })).toMatch(
    /^452 4\.7\.28 Your network may send no more reports without proof of their sender today; sign them$/,
  );
  expect(await send({ from: otherNetwork(1) })).toMatch(/^250 /);
});

test("the bytes of unproven mail are bounded, by domain and by network", async () => {
  expect(await send({ from: otherNetwork(1), padding: 10_000 })).toMatch(/^250 /);
  expect(await send({ from: otherNetwork(2), padding: 10_000 })).toMatch(/^452 4\.7\.28 This domain/);
  expect(await send({ from: network(), padding: 50_000 })).toMatch(/^452 4\.7\.28 Your network/);
});

test("a report of more records than may come is not read to its end, and nothing of it is stored", async () => {
  const before = [await running.countReports(), running.received.length];
  expect(await send({ from: network(), records: 60 })).toMatch(/^452 4\.7\.28 This domain/);
  expect([await running.countReports(), running.received.length]).toEqual(before);
  expect(await listDays()).toMatchObject([{ records: 0, deferredMails: 1 }]);
  expect(await send({ from: otherNetwork(1), records: 15 })).toMatch(/^250 /);
});

test("mail that was refused takes nothing from others of its network: it counts for its own address", async () => {
  const refused = { from: network(1), records: 60 };
  expect(await send(refused)).toMatch(/^452 4\.7\.28 This domain/);
  expect(await send(refused)).toMatch(/^452 4\.7\.28 This domain/);
  expect(await send(refused)).toMatch(
    /^452 4\.7\.28 Your server may send no more reports without proof of their sender today; sign them$/,
  );
  expect(await send({ from: network(1) })).toMatch(/^452 4\.7\.28 Your server/);
  const fresh = `whole-${domain}`;
  expect(await send({ from: network(2), records: 20 })).toMatch(/^250 /);
  const to = await running.addMailbox(fresh);
  expect(await send({ from: network(3), to, about: fresh, records: 10 })).toMatch(/^250 /);
  expect(await send({ from: network(4), to, about: fresh })).toMatch(/^452 4\.7\.28 Your network/);
});

test("nor do the bytes and records of mail that was refused for its domain", async () => {
  const to = await running.addMailbox(`full-${domain}`);
  const full = { to, about: `full-${domain}` };
  expect(await send({ ...full, from: otherNetwork(1), records: 20 })).toMatch(/^250 /);
  expect(await send({ from: network(1), records: 15 })).toMatch(/^250 /);
  for (const host of [2, 3, 4]) {
    expect(await send({ from: network(host), records: 15, padding: 12_000 })).toMatch(/^452 4\.7\.28 This domain/);
  }
  const last = await running.addMailbox(`last-${domain}`);
  const left = { from: network(11), to: last, about: `last-${domain}` };
  expect(await send({ ...left, records: 15 })).toMatch(/^250 /);
  expect(await send(left)).toMatch(/^452 4\.7\.28 Your network/);
});

test("a proven mail beside the flood is accepted, from the same network and about the same domain", async () => {
  const flood = await Promise.all([1, 2, 3, 4, 5].map((index) => send({ from: otherNetwork(index), records: 15 })));
  expect(flood.map((reply) => reply.slice(0, 3)).sort()).toEqual(["250", "452", "452", "452", "452"]);
  const neighbour = {
    from: "127.200.0.2",
    to: await running.addMailbox(`beside-${domain}`),
    about: `beside-${domain}`,
  };
  for (const records of [20, 20]) await send({ ...neighbour, records });
  expect(await send(neighbour)).toMatch(/^452 4\.7\.28 (?:Your network|This domain)/);
  const before = await running.countReports();
  expect(await send({ from: "127.200.0.1", mailFrom: "bounce@reporter.example", records: 100 })).toMatch(/^250 /);
  expect(await running.countReports()).toBe(before + 1);
  expect(running.received.at(-1)?.result.entries).toMatchObject([{ outcome: "accepted", trust: "dmarc" }]);
});

test("what was deferred is a metric by its bound", async () => {
  const text = await running.renderMetrics();
  for (const bound of ["domain", "network", "address"])
    expect(text).toMatch(new RegExp(`^ruaflow_unproven_mails_deferred_total\\{bound="${bound}"\\} [1-9]`, "m"));
});

test("the bounds begin anew with the UTC day", async () => {
  expect(await send({ from: otherNetwork(1), records: 20 })).toMatch(/^250 /);
  expect(await send({ from: otherNetwork(2) })).toMatch(/^452 /);
  const ids = await running.metadata.domains.findDomainIds(owner.organizationId, [domain]);
  const names = [...ids.values()];
  const bound = { bytesMax: BYTES_MAX, recordsMax: RECORDS_MAX };
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  expect(await running.metadata.intake.isDomainFull({ day, names }, bound)).toBe(false);
});

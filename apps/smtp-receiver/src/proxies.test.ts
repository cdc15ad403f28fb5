import { parseAddressList } from "@ruaflow/runtime/addresses";
import { afterEach, expect, test } from "vitest";
import { connectRaw, type RawClient } from "./testing/raw-client.ts";
import { startTestReceiver, type TestReceiver } from "./testing/start-receiver.ts";
import { writeMail, writeReport } from "./testing/write-mail.ts";

let running: TestReceiver | undefined;

afterEach(async () => {
  await running?.stop();
  running = undefined;
});

/** Connects as a load balancer that announces `client`. */
async function connectFor(receiver: TestReceiver, client: string, localAddress = "127.0.2.1"): Promise<RawClient> {
  const raw = await connectRaw({ port: receiver.port, localAddress });
  await raw.write(`PROXY TCP4 ${client} 192.0.2.25 40000 25\r\n`);
  return raw;
}

test("a load balancer's client counts by the address in its PROXY header, and SPF is asked about it", async () => {
  running = await startTestReceiver({
    proxies: parseAddressList("127.0.2.0/24"),
    limits: { connectionsPerAddressMax: 1 },
  });
  const { mailbox } = await running.addMailbox("one.example");
  const client = await connectFor(running, "192.0.2.99");
  expect(await client.readReply()).toMatch(/^220 /);
  expect(await (await connectFor(running, "192.0.2.99", "127.0.2.2")).readReply()).toMatch(/^421 4\.7\.0 /);
  expect(await (await connectFor(running, "192.0.2.100")).readReply()).toMatch(/^220 /);
  await client.command("EHLO mx.sender.example");
  await client.command("MAIL FROM:<a@b.example>");
  await client.command(`RCPT TO:<${mailbox}>`);
  await client.command("DATA");
  expect(await client.command(`${writeMail(writeReport("one.example"))}\r\n.`)).toMatch(/^250 /);
  expect(running.received[0]?.submission.transfer?.clientAddress).toBe("192.0.2.99");
});

test("from a load balancer the header must come; from others it is not believed", async () => {
  running = await startTestReceiver({ proxies: parseAddressList("127.0.2.0/24") });
  const silent = await connectRaw({ port: running.port, localAddress: "127.0.2.1" });
  await silent.write("EHLO mx.sender.example\r\n");
  expect(await silent.readToEnd()).toMatch(/^\* BAD Invalid PROXY header/);
  const stranger = await connectFor(running, "192.0.2.99", "127.0.3.1");
  expect(await stranger.readToEnd()).toMatch(/421 /);
  const forged = await connectFor(running, "mx.sender.example", "127.0.2.1");
  expect(await forged.readToEnd()).toMatch(/^\* BAD Invalid PROXY header/);
});

test("without load balancers in the settings no header is believed", async () => {
  running = await startTestReceiver();
  const stranger = await connectFor(running, "192.0.2.99");
  expect(await stranger.readToEnd()).toMatch(/421 /);
});

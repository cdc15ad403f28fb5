import { createSocket } from "node:dgram";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { createHostResolver } from "./resolve-host.ts";

const TYPE_A = 1;
const TYPE_AAAA = 28;

/** A name server with one name's addresses, by record type. */
async function startNameServer(addresses: Readonly<Record<number, readonly (readonly number[])[]>>): Promise<string> {
  const socket = createSocket("udp4", (question, from) => {
    const type = question.readUInt16BE(findType(question));
    socket.send(answer(question, addresses[type] ?? [], type), from.port, from.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  onTestFinished(() => void socket.close());
  return `127.0.0.1:${socket.address().port}`;
}

/** The offset of the question's type: after the header (RFC 1035, 4.1.1) and the name. */
function findType(question: Buffer): number {
  let at = 12;
  while (question[at] !== 0) at += (question[at] ?? 0) + 1;
  return at + 1;
}

function answer(question: Buffer, addresses: readonly (readonly number[])[], type: number): Buffer {
  const end = findType(question) + 4;
  const header = Buffer.from([...question.subarray(0, 2), 0x81, 0x80, 0, 1, 0, addresses.length, 0, 0, 0, 0]);
  const records = addresses.map((bytes) => [0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length, ...bytes]);
  return Buffer.concat([header, question.subarray(12, end), Buffer.from(records.flat())]);
}

test("every address of a name is returned, IPv4 first", async () => {
  const v6 = [0x26, 6, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x11, 0x11];
  const server = await startNameServer({
    [TYPE_A]: [
      [192, 0, 2, 1],
      [127, 0, 0, 1],
    ],
    [TYPE_AAAA]: [v6],
  });
  const addresses = await createHostResolver([server])("hook.example.com");
  expect([...addresses.slice(0, 2)].sort()).toEqual(["127.0.0.1", "192.0.2.1"]);
  expect(addresses.slice(2)).toEqual(["2606:4700::1111"]);
});

test("addresses of one family are enough", async () => {
  const server = await startNameServer({ [TYPE_A]: [[192, 0, 2, 1]] });
  expect(await createHostResolver([server])("hook.example.com")).toEqual(["192.0.2.1"]);
});

test("a name without addresses rejects", async () => {
  const server = await startNameServer({});
  await expect(createHostResolver([server])("hook.example.com")).rejects.toMatchObject({ code: "ENODATA" });
});

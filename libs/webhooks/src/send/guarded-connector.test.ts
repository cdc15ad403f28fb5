import { parseAddressList } from "@ruaflow/runtime/addresses";
import { createTestCertificates } from "@ruaflow/runtime/testing";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { createAddressGuard } from "../address/address-guard.ts";
import { type Canary, startCanary } from "../testing/canary.ts";
import { forbiddenAddresses, forbiddenHosts } from "../testing/forbidden-hosts.ts";
import { startReceiver } from "../testing/receiver.ts";
import { createSender } from "./create-sender.ts";
import { createGuardedConnector, type GuardLayers } from "./guarded-connector.ts";
import type { ResolveHost } from "./resolve-host.ts";

const strict = createAddressGuard(parseAddressList(""));
const anything = () => true;
const guard: GuardLayers = { literal: strict, lookup: strict, peer: strict };
const certificates = createTestCertificates();

let canary: Canary;
beforeAll(async () => {
  canary = await startCanary();
});
afterAll(() => canary.stop());

let connectionsBefore = 0;
let bytesBefore = 0;
beforeEach(() => {
  connectionsBefore = canary.connections();
  bytesBefore = canary.bytes();
});

interface Attempt {
  readonly host: string;
  readonly layers: GuardLayers;
  readonly addresses?: readonly string[];
}

/** Connects to the canary's port. Returns the error's code, or the result for the socket. */
function tryToConnect({ host, layers, addresses = [] }: Attempt): Promise<string> {
  const resolveHost = async () => addresses;
  const connector = createGuardedConnector({ guard: layers, resolveHost, timeoutMs: 200 });
  const hostname = host.includes(":") ? `[${host}]` : host;
  return new Promise((resolve) => {
    connector({ hostname, host: hostname, protocol: "https:", port: String(canary.port) }, (error, socket) => {
      socket?.destroy();
      resolve(error && "code" in error ? String(error.code) : String(error));
    });
  });
}

const reached = () => ({ connections: canary.connections() - connectionsBefore, bytes: canary.bytes() - bytesBefore });
const untouched = { connections: 0, bytes: 0 };

test("a host that is a forbidden address is refused before anything is connected", async () => {
  const attempts = forbiddenAddresses.map((host) => tryToConnect({ host, layers: guard }));
  expect(new Set(await Promise.all(attempts))).toEqual(new Set(["address_refused"]));
  expect(reached()).toEqual(untouched);
});

test("without the literal layer a literal address connects", async () => {
  for (const host of ["127.0.0.1", "::1", "::ffff:127.0.0.1"]) {
    const code = await tryToConnect({ host, layers: { ...guard, literal: anything } });
    expect(code).toBe("address_refused");
  }
  expect(reached()).toEqual({ connections: 3, bytes: 0 });
});

test("a name with a forbidden address among its addresses is refused before anything is connected", async () => {
  const attempts = forbiddenAddresses.flatMap((address) => [
    tryToConnect({ host: "hook.example.com", layers: guard, addresses: [address] }),
    tryToConnect({ host: "hook.example.com", layers: guard, addresses: ["8.8.8.8", "2606:4700::1111", address] }),
  ]);
  expect(new Set(await Promise.all(attempts))).toEqual(new Set(["address_refused"]));
  expect(reached()).toEqual(untouched);
});

test("without the lookup layer a name connects", async () => {
  const layers = { ...guard, lookup: anything };
  const code = await tryToConnect({ host: "hook.example.com", layers, addresses: ["127.0.0.1"] });
  expect(code).toBe("address_refused");
  expect(reached()).toEqual({ connections: 1, bytes: 0 });
});

const open = { host: "hook.example.com", addresses: ["127.0.0.1"] };

test("the peer layer alone prevents every byte to a forbidden address", async () => {
  const layers = { literal: anything, lookup: anything, peer: strict };
  expect(await tryToConnect({ ...open, layers })).toBe("address_refused");
  expect(await tryToConnect({ host: "::1", layers })).toBe("address_refused");
  expect(reached().bytes).toBe(0);
});

test("without any layer TLS begins", async () => {
  const layers = { literal: anything, lookup: anything, peer: anything };
  expect(await tryToConnect({ ...open, layers })).toBe("UND_ERR_CONNECT_TIMEOUT");
  expect(reached().bytes).toBeGreaterThan(0);
});

test("a host without an address is refused", async () => {
  expect(await tryToConnect({ host: "hook.example.com", layers: guard, addresses: [] })).toBe("address_refused");
});

test("a lookup that never ends stops with the connection's time limit", async () => {
  const resolveHost = () => Promise.withResolvers<never>().promise;
  const connector = createGuardedConnector({ guard, resolveHost, timeoutMs: 50 });
  const error = await new Promise<Error | null>((resolve) => {
    connector({ hostname: "a.example", host: "a.example", protocol: "https:", port: "443" }, (...[reason]) =>
      resolve(reason),
    );
  });
  expect(error).toMatchObject({ name: "TimeoutError" });
});

test("no spelling of a URL sends a request to a forbidden address", async () => {
  const sender = createSender({ allow: parseAddressList(""), resolveHost: async () => ["127.0.0.1"] });
  onTestFinished(() => sender.close());
  const names = ["hook.example.com", "localhost.", "a.localhost", "127.0.0.1.example.com", "127-0-0-1.example.com"];
  const hosts = [...forbiddenHosts, ...names, "user@127.0.0.1", "example.com@127.0.0.1", "127.0.0.1\\@example.com"];
  expect(hosts.length).toBeGreaterThanOrEqual(120);
  const outcomes = await Promise.all(
    hosts.map((host) => sender.send({ url: `https://${host}:${canary.port}/`, ...event })),
  );
  expect(outcomes.filter(({ error }) => error !== "url" && error !== "address")).toEqual([]);
  expect(reached()).toEqual(untouched);
});

const event = { eventId: "evt_1", body: Buffer.from("{}"), secrets: [] };

interface Rebinding {
  readonly rounds: number;
  readonly deadlineMs: number;
  readonly layers?: GuardLayers;
}

/** A name server that answers first with an allowed address, then with this machine's. */
async function sendWhileRebinding({ rounds, deadlineMs, layers }: Rebinding) {
  const receiver = await startReceiver({ certificates, host: "127.0.0.2" });
  const target = await startCanary({ host: "127.0.0.1", port: receiver.port });
  let lookups = 0;
  const resolveHost: ResolveHost = async () => [lookups++ % 2 === 0 ? "127.0.0.2" : "127.0.0.1"];
  let delivered = 0;
  for (let round = 0; round < rounds; round++) {
    const options = { allow: parseAddressList("127.0.0.2/32"), ca: certificates.ca, deadlineMs, resolveHost };
    const sender = createSender({ ...options, ...(layers && { guard: layers }) });
    const url = `https://hook.receiver.example:${receiver.port}/`;
    const { status } = await sender.send({ url, ...event });
    if (status === 204) delivered += 1;
    await sender.close();
  }
  await Promise.all([receiver.stop(), target.stop()]);
  return { delivered, canaryConnections: target.connections() };
}

test("a name that is rebound to this machine between lookups never reaches it", async () => {
  const result = await sendWhileRebinding({ rounds: 20, deadlineMs: 10_000 });
  expect(result).toEqual({ delivered: 10, canaryConnections: 0 });
});

test("without the guard a rebound name reaches this machine", async () => {
  const layers = { literal: anything, lookup: anything, peer: anything };
  const { canaryConnections } = await sendWhileRebinding({ rounds: 2, deadlineMs: 500, layers });
  expect(canaryConnections).toBe(1);
});

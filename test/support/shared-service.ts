import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { startDnsServer, type TestDnsServer } from "@ruaflow/dns/testing";
import { createMigratedDataDir } from "./migrated-data-dir.ts";
import { NAME_SERVER, removeDataDir, startService } from "./service.ts";

/** Address of the door through which the files of a run reach what they share. */
export const SHARED_DOOR = "RUAFLOW_TEST_SHARED_DOOR";

/** The service that the files of a run share. */
export interface SharedService {
  readonly dataDir: string;
  readonly url: string;
}

/** A TXT record for the shared name server. */
export interface SharedName {
  readonly name: string;
  readonly value: string;
}

/**
 * One name server for all services of a test run, and one service for the files that ask for it with `joinService`; the first of
 * them starts it. Runs in the process that starts the workers; the answer stops both.
 */
export default async function share(): Promise<() => Promise<void>> {
  const names = await startDnsServer();
  process.env[NAME_SERVER] = names.address;
  const service = createLazyService();
  const door = createServer((request, response) => {
    const answer = request.method === "PUT" ? setName(names, request) : service.find();
    answer.then(
      (found) => response.end(JSON.stringify(found)),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  door.listen(0, "127.0.0.1");
  await once(door, "listening");
  process.env[SHARED_DOOR] = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
  return async () => {
    door.closeAllConnections();
    door.close();
    await service.stop();
    await names.stop();
  };
}

async function setName(names: TestDnsServer, request: IncomingMessage): Promise<null> {
  const { name, value }: SharedName = JSON.parse(await text(request));
  names.setTxt(name, value);
  return null;
}

function createLazyService() {
  let starting: ReturnType<typeof start> | undefined;
  return {
    async find(): Promise<SharedService> {
      starting ??= start();
      const { dataDir, url } = await starting;
      return { dataDir, url };
    },
    async stop(): Promise<void> {
      await starting?.then((service) => service.stop()).catch(() => undefined);
    },
  };
}

async function start() {
  const dataDir = createMigratedDataDir();
  const { url, stop } = await startService(dataDir);
  return { dataDir, url, stop: () => stop().finally(() => removeDataDir(dataDir)) };
}

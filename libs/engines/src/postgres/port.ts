import { once } from "node:events";
import { readFile, rename, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";

const FILE = "port";

/**
 * The port of the last start if it is still free, otherwise another free port. Commands that run beside the service
 * keep its address: with a new port at each start they could not reconnect after a restart.
 */
export async function chooseLastPort(dataDir: string): Promise<number> {
  const last = Number(await readFile(join(dataDir, FILE), "utf8").catch(() => ""));
  const isKnown = Number.isInteger(last) && last > 0 && last <= 65_535;
  return isKnown && (await isFree(last)) ? last : findFreePort();
}

/** Saves the port for the next start. */
export async function savePort(dataDir: string, port: number): Promise<void> {
  const draft = join(dataDir, `${FILE}-${process.pid}`);
  await writeFile(draft, `${port}\n`, { mode: 0o600 });
  await rename(draft, join(dataDir, FILE));
}

export function findFreePort(): Promise<number> {
  return listenBriefly(0);
}

async function isFree(port: number): Promise<boolean> {
  return listenBriefly(port).then(
    () => true,
    () => false,
  );
}

async function listenBriefly(port: number): Promise<number> {
  const probe = createServer().listen(port, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

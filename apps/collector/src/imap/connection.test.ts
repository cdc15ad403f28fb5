import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { createLogger } from "@ruaflow/runtime/logging";
import { expect, test, vi } from "vitest";
import { parseImapAccounts } from "./account.ts";
import { createConnection } from "./connection.ts";

/** An IMAP server that lets any user in and refuses one command. */
async function startRefusingServer(refused: string) {
  const open = new Set<Socket>();
  let accepted = 0;
  const server = createServer((socket) => {
    accepted += 1;
    open.add(socket.on("error", () => undefined).on("close", () => open.delete(socket)));
    socket.write("* OK [CAPABILITY IMAP4rev1] ready\r\n");
    createInterface({ input: socket }).on("line", (line) => {
      const [tag, command] = line.split(" ");
      socket.write(`${tag} ${command === refused ? "NO not here" : "OK done"}\r\n`);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    countAccepted: () => accepted,
    countOpen: () => open.size,
    stop: () => server.close(),
  };
}

test.each(["LOGIN", "CREATE"])("a connection whose %s is refused is closed", async (refused) => {
  const server = await startRefusingServer(refused);
  const settings = { host: "127.0.0.1", port: server.port, tls: "off", user: "a", password: "b" };
  const [account] = parseImapAccounts(JSON.stringify([settings]));
  if (account === undefined) throw new Error("there is an account");
  const connection = createConnection(account, createLogger({ app: "test", level: "silent" }));
  for (const attempt of [1, 2]) {
    await expect(connection.open()).rejects.toThrow();
    expect(server.countAccepted()).toBe(attempt);
    await vi.waitFor(() => expect(server.countOpen()).toBe(0));
  }
  server.stop();
});

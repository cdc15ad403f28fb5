import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { createLogger } from "@ruaflow/runtime/logging";
import { expect, test } from "vitest";
import { parseImapAccounts } from "./account.ts";
import { createConnection } from "./connection.ts";

/** An IMAP server that lets any user in, and refuses one command or does not answer it. */
async function startServer({ refused, unanswered }: { readonly refused?: string; readonly unanswered?: string }) {
  const open = new Set<Socket>();
  let accepted = 0;
  let waiting = 0;
  const server = createServer((socket) => {
    accepted += 1;
    open.add(socket.on("error", () => undefined).on("close", () => open.delete(socket)));
    socket.write("* OK [CAPABILITY IMAP4rev1] ready\r\n");
    createInterface({ input: socket }).on("line", (line) => {
      const [tag, command] = line.split(" ");
      if (command === unanswered) {
        waiting += 1;
        return;
      }
      socket.write(`${tag} ${command === refused ? "NO not here" : "OK done"}\r\n`);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    countAccepted: () => accepted,
    countUnanswered: () => waiting,
    countOpen: () => open.size,
    stop: () => server.close(),
  };
}

function connectTo(port: number) {
  const settings = { host: "127.0.0.1", port, tls: "off", user: "a", password: "b" };
  const [account] = parseImapAccounts(JSON.stringify([settings]));
  if (account === undefined) throw new Error("there is an account");
  return createConnection(account, { logger: createLogger({ app: "test", level: "silent" }) });
}

test.each(["LOGIN", "CREATE", "SELECT"])("closing ends a %s that the server does not answer", async (unanswered) => {
  const server = await startServer({ unanswered });
  const connection = connectTo(server.port);
  const opened = expect(connection.open()).rejects.toThrow();
  await expect.poll(() => server.countUnanswered()).toBe(1);
  await connection.close();
  await opened;
  await expect.poll(() => server.countOpen()).toBe(0);
  server.stop();
});

test.each(["LOGIN", "CREATE"])("a connection whose %s is refused is closed", async (refused) => {
  const server = await startServer({ refused });
  const connection = connectTo(server.port);
  for (const attempt of [1, 2]) {
    await expect(connection.open()).rejects.toThrow();
    expect(server.countAccepted()).toBe(attempt);
    await expect.poll(() => server.countOpen()).toBe(0);
  }
  server.stop();
});

import { setTimeout as sleep } from "node:timers/promises";
import { ImapFlow } from "imapflow";
import { PASSWORD } from "./start-dovecot.ts";

const ATTEMPTS_MAX = 5;
const ANSWER_MS_MAX = 15_000;

/** A client of a user of Dovecot, who need not exist before. A server that has just started may greet and leave a login unanswered. */
export async function openMailbox({ port, user }: { readonly port: number; readonly user: string }): Promise<ImapFlow> {
  const server = { host: "127.0.0.1", port, secure: false, doSTARTTLS: false };
  for (let attempt = 1; ; attempt += 1) {
    const client = new ImapFlow({ ...server, auth: { user, pass: PASSWORD }, logger: false });
    client.on("error", () => undefined);
    try {
      await Promise.race([client.connect(), refuseLater()]);
      return client;
    } catch (error) {
      client.close();
      if (attempt === ATTEMPTS_MAX) throw error;
    }
  }
}

async function refuseLater(): Promise<never> {
  await sleep(ANSWER_MS_MAX, undefined, { ref: false });
  throw new Error(`Dovecot left a login unanswered for ${ANSWER_MS_MAX} ms`);
}

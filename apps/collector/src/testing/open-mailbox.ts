import { ImapFlow } from "imapflow";
import { PASSWORD } from "./start-dovecot.ts";

/** A client of a user of Dovecot, who need not exist before. */
export async function openMailbox({ port, user }: { readonly port: number; readonly user: string }): Promise<ImapFlow> {
  const server = { host: "127.0.0.1", port, secure: false, doSTARTTLS: false };
  const client = new ImapFlow({ ...server, auth: { user, pass: PASSWORD }, logger: false });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";

/** An SMTP client that sends exactly the bytes it is given, in the packets it is given. */
export interface RawClient {
  /** Sends bytes as they are; resolves once they are handed to the system. */
  write(bytes: string | Uint8Array): Promise<void>;
  /** The next reply, its lines joined; throws when the connection ends first. */
  readReply(): Promise<string>;
  /** Sends a command line and returns the reply. */
  command(line: string): Promise<string>;
  /** Everything that was received but not read as a reply, once the server has closed the connection. */
  readToEnd(): Promise<string>;
  /** Continues inside TLS; the server's certificate is not checked. */
  startTls(): Promise<TLSSocket>;
  readonly socket: Socket;
  close(): void;
}

export interface RawClientOptions {
  readonly port: number;
  /** Any address in 127.0.0.0/8. */
  readonly localAddress?: string;
}

/** Connects; the greeting is the first reply. */
export async function connectRaw({ port, localAddress }: RawClientOptions): Promise<RawClient> {
  const plain = connect({ host: "127.0.0.1", port, ...(localAddress !== undefined && { localAddress }) });
  await once(plain, "connect");
  plain.setNoDelay(true);
  let socket: Socket = plain;
  let received = "";
  let isClosed = false;
  let wake: () => void = () => undefined;

  function listen(to: Socket): void {
    to.on("data", (chunk: Buffer) => {
      received += chunk.toString("latin1");
      wake();
    });
    to.on("error", () => undefined);
    to.on("close", () => {
      isClosed = true;
      wake();
    });
  }

  const changed = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });

  async function readReply(): Promise<string> {
    for (;;) {
      const match = /^(?:\d{3}-[^\n]*\n)*\d{3}(?: [^\n]*)?\n/.exec(received);
      if (match) {
        received = received.slice(match[0].length);
        return match[0].trimEnd();
      }
      if (isClosed) throw new Error(`the server closed the connection; received: ${JSON.stringify(received)}`);
      await changed();
    }
  }

  const write = (bytes: string | Uint8Array) =>
    new Promise<void>((resolve) => {
      const data = typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes;
      socket.write(data, () => resolve());
    });

  listen(plain);
  return {
    write,
    readReply,
    async command(line) {
      await write(`${line}\r\n`);
      return readReply();
    },
    async readToEnd() {
      while (!isClosed) await changed();
      return received;
    },
    async startTls() {
      plain.removeAllListeners("data");
      const secured = connectTls({ socket: plain, rejectUnauthorized: false });
      await once(secured, "secureConnect");
      socket = secured;
      listen(secured);
      return secured;
    },
    get socket() {
      return socket;
    },
    close: () => socket.destroy(),
  };
}

export interface Envelope {
  readonly to: readonly string[];
  readonly from?: string;
}

/** Reads the greeting and goes on to the 354 of DATA. Throws at the first refusal. */
export async function beginMessage(
  client: RawClient,
  { to, from = "reporter@sender.example" }: Envelope,
): Promise<void> {
  await expectCode(client.readReply(), "220");
  await expectCode(client.command("EHLO mx.sender.example"), "250");
  await expectCode(client.command(`MAIL FROM:<${from}>`), "250");
  for (const address of to) await expectCode(client.command(`RCPT TO:<${address}>`), "250");
  await expectCode(client.command("DATA"), "354");
}

async function expectCode(reply: Promise<string>, code: string): Promise<void> {
  const text = await reply;
  if (!text.startsWith(code)) throw new Error(`expected ${code}, got ${text}`);
}

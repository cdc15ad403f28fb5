import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { connectRaw } from "@ruaflow/smtp-receiver/testing";
import { askGreedily } from "./ask-greedily.ts";

/** What an attacker's process is told. */
export interface AttackOptions {
  readonly kind: AttackKind;
  readonly clients: number;
  readonly endsAtMs: number;
  readonly httpPort: number;
  readonly smtpPort: number;
  /** A valid key, for uploads. */
  readonly key: string;
  /** A public address, for mails. */
  readonly mailbox: string;
  /** `YYYY-MM-DD`, the last day with reports, for questions. */
  readonly lastDay: string;
}

export type AttackKind = "uploads" | "mails" | "pipelines" | "questions";

/** Opens a connection from the address, attacks, and ends when the connection does. */
export type Attack = (options: AttackOptions, from: string) => Promise<void>;

/** Large ones take most of what is left, small ones the rest. */
const ANNOUNCED_BYTES = [20_000_000, 4_000_000, 1_000_000, 100_000];
/** Of all clients together 80 MB, more than the memory that mails and uploads may take. */
const FIRST_BYTES = 400_000;
const HTTP_EVERY_MS = 1000;
const SMTP_EVERY_MS = 10_000;
const AHEAD = "GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n".repeat(1600);

/** One attack on one connection, by kind. */
export const attacks: Readonly<Record<AttackKind, Attack>> = {
  async uploads(options, from) {
    const socket = await open(options.httpPort, from);
    const bytes = ANNOUNCED_BYTES[Math.floor(Math.random() * ANNOUNCED_BYTES.length)];
    // An answer means that the upload is refused: the attacker tries again.
    socket.on("data", () => socket.destroy());
    socket.write(
      `POST /api/v1/reports?name=slow.xml HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${options.key}\r\n` +
        `Content-Type: application/octet-stream\r\nContent-Length: ${bytes}\r\n\r\n`,
    );
    await drip(socket, HTTP_EVERY_MS, options.endsAtMs);
  },

  async mails({ smtpPort, mailbox, endsAtMs }, localAddress) {
    const client = await connectRaw({ port: smtpPort, localAddress });
    try {
      await client.readReply();
      for (const line of ["EHLO slow.example", "MAIL FROM:<a@slow.example>", `RCPT TO:<${mailbox}>`, "DATA"])
        await client.command(line);
      await client.write(`Subject: slow\r\n\r\n${`${"x".repeat(76)}\r\n`.repeat(FIRST_BYTES / 78)}`);
      await drip(client.socket, SMTP_EVERY_MS, endsAtMs);
    } finally {
      client.close();
    }
  },

  async pipelines({ httpPort, endsAtMs }, from) {
    const socket = await open(httpPort, from);
    socket.pause();
    while (!socket.destroyed && Date.now() < endsAtMs) {
      if (socket.writableLength === 0) socket.write(AHEAD);
      await sleep(HTTP_EVERY_MS);
    }
    socket.destroy();
  },

  questions: askGreedily,
};

async function open(port: number, localAddress: string): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  await once(socket, "connect");
  // A connection that the server ends is over; the attacker connects again.
  return socket.on("error", () => undefined);
}

async function drip(socket: Socket, everyMs: number, endsAtMs: number): Promise<void> {
  const closed = new AbortController();
  socket.once("close", () => closed.abort());
  while (!socket.destroyed && Date.now() < endsAtMs) {
    socket.write("a");
    await sleep(Math.min(everyMs, Math.max(0, endsAtMs - Date.now())), null, { signal: closed.signal }).catch(
      () => undefined,
    );
  }
  socket.destroy();
}

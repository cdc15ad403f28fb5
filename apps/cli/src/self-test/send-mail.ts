import { once } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";

const REPLY_TIMEOUT_MS = 60_000;

export interface MailToSend {
  readonly host: string;
  readonly port: number;
  readonly recipient: string;
  /** The whole mail with its header, lines ending with CRLF, none beginning with a dot. */
  readonly message: string;
}

/**
 * Sends one mail from the null sender (RFC 5321) and waits until the server has taken it.
 * @returns the server's last reply
 * @throws Error with the reply that was not positive, or when the connection fails
 */
export async function sendMail({ host, port, recipient, message }: MailToSend): Promise<string> {
  const socket = connect({ host, port });
  socket.setTimeout(REPLY_TIMEOUT_MS, () => socket.destroy(new Error(`no reply for ${REPLY_TIMEOUT_MS / 1000} s`)));
  try {
    await once(socket, "connect");
    const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
    const expect = async (code: string): Promise<string> => {
      const reply = await readReply(lines);
      if (!reply.startsWith(code)) throw new Error(`the server answered: ${reply}`);
      return reply;
    };
    await expect("220");
    for (const [command, code] of [
      ["EHLO self-test.invalid", "250"],
      ["MAIL FROM:<>", "250"],
      [`RCPT TO:<${recipient}>`, "250"],
      ["DATA", "354"],
    ] as const) {
      socket.write(`${command}\r\n`);
      await expect(code);
    }
    socket.write(`${message}\r\n.\r\n`);
    const reply = await expect("250");
    socket.write("QUIT\r\n");
    return reply;
  } finally {
    socket.destroy();
  }
}

/** The last line of a reply, which may have several (RFC 5321 section 4.2.1). */
async function readReply(lines: AsyncIterator<string>): Promise<string> {
  for (;;) {
    const { value, done } = await lines.next();
    if (done) throw new Error("the server closed the connection");
    if (!/^\d{3}-/.test(value)) return value;
  }
}

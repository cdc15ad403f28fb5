import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";

/** A message of the server's only mailbox, and what the server makes of it. */
export interface ScriptedMessage {
  readonly mail: Buffer;
  /** RFC822.SIZE; `null`: the server does not state it. */
  readonly stated: number | null;
  /** The answer to a request for a piece, `null` for NIL; `times` counts the requests for this offset from 1. */
  readonly answer?: (piece: Buffer, request: { readonly start: number; readonly times: number }) => Buffer | null;
}

export interface ScriptedServer {
  readonly port: number;
  /** By UID, the folder that each message is in. */
  readonly folders: ReadonlyMap<number, string>;
  readonly fetches: readonly string[];
  countOpen(): number;
  stop(): void;
}

export interface ScriptedServerOptions {
  /** By UID from 1. */
  readonly messages?: readonly ScriptedMessage[];
  /** Writes what it likes when this command comes, instead of an answer; `true`: it has taken the command. */
  readonly onCommand?: (command: string, socket: Socket) => boolean;
}

/** An IMAP server that lets any user in and answers as its script says: real ones cannot be made to err. */
export async function startScriptedServer(options: ScriptedServerOptions = {}): Promise<ScriptedServer> {
  const { messages = [], onCommand = () => false } = options;
  const folders = new Map(messages.map((_, index) => [index + 1, "INBOX"]));
  const fetches: string[] = [];
  const open = new Set<Socket>();
  const mailbox = { messages, folders, fetches, times: new Map<string, number>() };
  const server = createServer((socket) => {
    open.add(socket.on("error", () => undefined).on("close", () => open.delete(socket)));
    socket.write("* OK [CAPABILITY IMAP4rev1 MOVE] ready\r\n");
    // A line reader hands on the errors of its socket.
    const lines = createInterface({ input: socket }).on("error", () => undefined);
    lines.on("line", (line) => {
      const [tag = "", ...words] = line.split(" ");
      if (onCommand(words.join(" "), socket)) return;
      socket.write(Buffer.concat([...answerCommand(words, mailbox), Buffer.from(`${tag} OK done\r\n`)]));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    folders,
    fetches,
    countOpen: () => open.size,
    stop() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

interface Mailbox extends Required<Pick<ScriptedServerOptions, "messages">> {
  readonly folders: Map<number, string>;
  readonly fetches: string[];
  readonly times: Map<string, number>;
}

function answerCommand(words: readonly string[], mailbox: Mailbox): Buffer[] {
  const [command, subcommand, range = "", ...rest] = words;
  const inbox = [...mailbox.folders].filter(([, folder]) => folder === "INBOX").map(([uid]) => uid);
  if (command === "SELECT")
    return [
      Buffer.from(`* ${inbox.length} EXISTS\r\n* OK [UIDVALIDITY 7]\r\n* OK [UIDNEXT 99]\r\n* FLAGS (\\Seen)\r\n`),
    ];
  if (command !== "UID") return [];
  if (subcommand === "SEARCH") return [Buffer.from(`* SEARCH ${inbox.join(" ")}\r\n`)];
  const uids = range.split(",").map(Number);
  if (subcommand === "MOVE") for (const uid of uids) mailbox.folders.set(uid, (rest[0] ?? "").replaceAll('"', ""));
  if (subcommand !== "FETCH") return [];
  return uids.map((uid) => answerFetch(uid, rest.join(" "), mailbox));
}

function answerFetch(uid: number, question: string, { messages, fetches, times }: Mailbox): Buffer {
  const message = messages[uid - 1];
  if (message === undefined) return Buffer.alloc(0);
  const size = message.stated === null ? "" : ` RFC822.SIZE ${message.stated}`;
  const partial = /BODY\.PEEK\[\]<(\d+)\.(\d+)>/.exec(question);
  if (partial === null) return Buffer.from(`* ${uid} FETCH (UID ${uid}${size})\r\n`);
  const [start, length] = [Number(partial[1]), Number(partial[2])];
  fetches.push(`${uid} ${start}`);
  const key = `${uid} ${start} ${length}`;
  times.set(key, (times.get(key) ?? 0) + 1);
  const piece = message.mail.subarray(start, start + length);
  const answer = message.answer ? message.answer(piece, { start, times: times.get(key) ?? 1 }) : piece;
  const body = answer === null ? Buffer.from("NIL") : Buffer.concat([Buffer.from(`{${answer.length}}\r\n`), answer]);
  const head = `* ${uid} FETCH (UID ${uid}${size} BODY[]<${start}> `;
  return Buffer.concat([Buffer.from(head), body, Buffer.from(")\r\n")]);
}

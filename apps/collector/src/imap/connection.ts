import type { Logger } from "@ruaflow/runtime/logging";
import { ImapFlow, type ImapFlowOptions } from "imapflow";
import { createTokenSource, type TokenSource } from "./access-token.ts";
import type { ImapAccount } from "./account.ts";

/** After this long without a command the server is asked to tell of new messages (IDLE). */
const IDLE_AFTER_MS = 1000;
const CONNECT_MS_MAX = 30_000;
/** A connection without a byte for this long is given up, except while it is idle. */
const SILENT_MS_MAX = 120_000;
/** Bounds what a hostile server may make the client hold. Bodies come in pieces of 64 KiB. */
const LITERAL_BYTES_MAX = 64 * 1024 * 1024;
const RESPONSE_BYTES_MAX = 80 * 1024 * 1024;

/** A mailbox that is open. */
export interface OpenMailbox {
  readonly client: ImapFlow;
  readonly uidValidity: bigint;
}

export interface Connection {
  /** Connects unless it is connected, and opens the mailbox anew, so that its UIDVALIDITY is the current one. */
  open(): Promise<OpenMailbox>;
  /** Calls `wake` when the server tells of a new message. */
  watch(wake: () => void): void;
  /** Also ends what the server has not answered, and fails it. */
  close(): Promise<void>;
}

export function createConnection(account: ImapAccount, logger: Logger): Connection {
  const tokens = account.oauth2 && createTokenSource(account.oauth2);
  let client: ImapFlow | undefined;
  let wake: () => void = () => undefined;

  async function connect(): Promise<ImapFlow> {
    client?.close();
    const connecting = new ImapFlow(await toOptions(account, tokens));
    client = connecting;
    // Without a listener an error of a connection would end the process. The command under way fails as well.
    connecting.on("error", (error) => logger.debug({ err: error, host: account.host }, "the IMAP connection failed"));
    connecting.on("exists", () => wake());
    try {
      await connecting.connect();
      await createFolders(connecting, account);
    } catch (error) {
      // A token that was revoked before its time would be refused again.
      tokens?.forget();
      // It may be logged in, and servers allow few connections of one user.
      connecting.close();
      throw error;
    }
    return connecting;
  }

  return {
    async open() {
      const current = client?.usable ? client : await connect();
      const { uidValidity, readOnly } = await current.mailboxOpen(account.mailbox);
      if (readOnly)
        throw new Error(`the mailbox ${account.mailbox} cannot be written: nothing could be marked as done`);
      return { client: current, uidValidity };
    },
    watch(listener) {
      wake = listener;
    },
    close: async () => client?.close(),
  };
}

async function toOptions(account: ImapAccount, tokens: TokenSource | undefined): Promise<ImapFlowOptions> {
  const { host, port, tls, user, password, ca } = account;
  return {
    host,
    port,
    secure: tls === "implicit",
    doSTARTTLS: tls === "starttls",
    auth: tokens ? { user, accessToken: await tokens.read() } : { user, pass: password },
    ...(ca !== undefined && { tls: { ca } }),
    logger: false,
    autoIdleDelay: IDLE_AFTER_MS,
    connectionTimeout: CONNECT_MS_MAX,
    socketTimeout: SILENT_MS_MAX,
    maxLiteralSize: LITERAL_BYTES_MAX,
    maxResponseSize: RESPONSE_BYTES_MAX,
  };
}

/** The folders that messages are moved to; without them each move would fail. */
async function createFolders(client: ImapFlow, { after, moveTo, rejectedTo }: ImapAccount): Promise<void> {
  const folders = [after === "move" ? moveTo : undefined, rejectedTo];
  for (const folder of folders) if (folder !== undefined) await client.mailboxCreate(folder);
}

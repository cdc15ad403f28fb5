import type { Logger } from "@ruaflow/runtime/logging";
import { ImapFlow, type ImapFlowOptions } from "imapflow";
import { createTokenSource, type TokenSource } from "./access-token.ts";
import type { ImapAccount } from "./account.ts";
import { type AnswerLimits, type AnswerLimitsOptions, limitAnswers } from "./answer-limits.ts";

/** After this long without a command the server is asked to tell of new messages (IDLE). */
const IDLE_AFTER_MS = 1000;
const CONNECT_MS_MAX = 30_000;
/** A connection without a byte for this long is given up, except while it is idle. */
const SILENT_MS_MAX = 120_000;
/** Bounds what a hostile server may make the client hold. Bodies come in pieces of 64 KiB. */
const LITERAL_BYTES_MAX = 64 * 1024 * 1024;
const RESPONSE_BYTES_MAX = 80 * 1024 * 1024;
/** Of the answer to a command that only says how it went. */
const STATUS_BYTES_MAX = 1024 * 1024;

export interface OpenMailbox {
  readonly client: ImapFlow;
  /** Every command goes through it. */
  readonly answers: AnswerLimits;
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

export interface ConnectionOptions {
  readonly logger: Logger;
  readonly limits?: AnswerLimitsOptions;
}

export function createConnection(account: ImapAccount, { logger, limits }: ConnectionOptions): Connection {
  const tokens = account.oauth2 && createTokenSource(account.oauth2);
  let current: Connected | undefined;
  let wake: () => void = () => undefined;

  async function connect(): Promise<Connected> {
    current?.client.close();
    const connecting = new ImapFlow(await toOptions(account, tokens));
    const answers = limitAnswers(connecting, limits);
    current = { client: connecting, answers };
    // Without a listener an error of a connection would end the process. The command under way fails as well.
    connecting.on("error", (error) => logger.debug({ err: error, host: account.host }, "the IMAP connection failed"));
    connecting.on("exists", () => wake());
    try {
      await answers.ask(STATUS_BYTES_MAX, () => connecting.connect());
      await createFolders(current, account);
    } catch (error) {
      // A token that was revoked before its time would be refused again.
      tokens?.forget();
      // It may be logged in, and servers allow few connections of one user.
      connecting.close();
      throw error;
    }
    return current;
  }

  return {
    async open() {
      const { client, answers } = current?.client.usable ? current : await connect();
      const { uidValidity, readOnly } = await answers.ask(STATUS_BYTES_MAX, () => client.mailboxOpen(account.mailbox));
      if (readOnly)
        throw new Error(`the mailbox ${account.mailbox} cannot be written: nothing could be marked as done`);
      return { client, answers, uidValidity };
    },
    watch(listener) {
      wake = listener;
    },
    close: async () => current?.client.close(),
  };
}

type Connected = Pick<OpenMailbox, "client" | "answers">;

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
async function createFolders({ client, answers }: Connected, account: ImapAccount): Promise<void> {
  const { after, moveTo, rejectedTo } = account;
  const folders = [after === "move" ? moveTo : undefined, rejectedTo].filter((folder) => folder !== undefined);
  for (const folder of folders) await answers.ask(STATUS_BYTES_MAX, () => client.mailboxCreate(folder));
}

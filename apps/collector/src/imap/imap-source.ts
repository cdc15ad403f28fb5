import type { Logger } from "@ruaflow/runtime/logging";
import type { ImapFlow, SearchObject } from "imapflow";
import { type Item, isRejected, type Source } from "../source.ts";
import type { ImapAccount } from "./account.ts";
import { createConnection } from "./connection.ts";

/** Messages whose sizes and subjects are asked for at a time. */
const MESSAGES_PER_QUESTION = 100;
const NAME_CHARACTERS_MAX = 200;

/**
 * A mailbox. What waits is decided by flags and folders alone, never by a stored position: a mailbox that was restored
 * or renumbered (UIDVALIDITY) loses no message.
 */
export function createImapSource(account: ImapAccount, logger: Logger): Source {
  const connection = createConnection(account, logger);
  return {
    name: `IMAP ${account.user} at ${account.host}, ${account.mailbox}`,
    channel: "imap",
    organizationId: account.organization ?? null,
    watch: connection.watch,
    close: connection.close,
    async *list(stopping) {
      const { client, uidValidity } = await connection.open();
      const waiting = await client.search(toSearch(account), { uid: true });
      if (!waiting) throw new Error("the server refused to search the mailbox");
      for (let start = 0; start < waiting.length && !stopping.aborted; start += MESSAGES_PER_QUESTION) {
        const uids = waiting.slice(start, start + MESSAGES_PER_QUESTION);
        const messages = await client.fetchAll(uids, { uid: true, size: true, envelope: true }, { uid: true });
        for (const { uid, size = 0, envelope } of messages) {
          yield toItem({ client, account, uid, sizeBytes: size, uidValidity, subject: envelope?.subject });
        }
      }
    },
  };
}

/** A mark that says "done" is the only reason to leave a message out. */
function toSearch({ after, flag }: ImapAccount): SearchObject {
  if (after !== "flag") return { deleted: false };
  return flag === "\\Seen" ? { deleted: false, seen: false } : { deleted: false, unKeyword: flag };
}

interface Message {
  readonly client: ImapFlow;
  readonly account: ImapAccount;
  readonly uid: number;
  readonly uidValidity: bigint;
  readonly sizeBytes: number;
  readonly subject: string | undefined;
}

/** The message as long as this connection lasts: within it, a UID cannot come to mean another message. */
function toItem(message: Message): Item {
  const { uid, uidValidity, sizeBytes, subject = "" } = message;
  return {
    key: `${uidValidity} ${uid}`,
    name: subject.slice(0, NAME_CHARACTERS_MAX) || `message ${uid}`,
    sizeBytes,
    open: () => download(message),
    acknowledge: (result) => acknowledge(message, isRejected(result)),
  };
}

async function* download({ client, uid }: Message): AsyncGenerator<Uint8Array> {
  const { content } = await client.download(String(uid), undefined, { uid: true });
  // A server may answer nothing for a message that another client has removed.
  if (!content) throw new Error(`message ${uid} has no content any more`);
  yield* content;
}

async function acknowledge({ client, account, uid }: Message, isRejected: boolean): Promise<void> {
  const folder = isRejected ? account.rejectedTo : account.after === "move" ? account.moveTo : undefined;
  const options = { uid: true };
  if (folder !== undefined)
    return assertDone(await client.messageMove(String(uid), folder, options), `move it to ${folder}`);
  if (account.after === "delete") return assertDone(await client.messageDelete(String(uid), options), "delete it");
  const flags = isRejected ? [account.flag, "\\Flagged"] : [account.flag];
  assertDone(await client.messageFlagsAdd(String(uid), flags, options), `flag it with ${flags.join(" and ")}`);
}

/** imapflow answers `false` when the server refuses. */
function assertDone(answer: unknown, what: string): void {
  if (!answer) throw new Error(`the mail server refused to ${what}`);
}

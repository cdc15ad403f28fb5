import type { Logger } from "@ruaflow/runtime/logging";
import type { SearchObject } from "imapflow";
import { type Item, ItemLeftError, isRejected, type Source } from "../source.ts";
import type { ImapAccount } from "./account.ts";
import type { AnswerLimitsOptions } from "./answer-limits.ts";
import { createConnection } from "./connection.ts";
import { download, type Message, type Reading } from "./download.ts";

/** Messages whose sizes and subjects are asked for at a time. */
const MESSAGES_PER_QUESTION = 100;
const NAME_CHARACTERS_MAX = 200;
/** Of the numbers of all messages: a million of them. */
const SEARCH_BYTES_MAX = 16 * 1024 * 1024;
/** Of 100 sizes, subjects and addresses: some 300 KB each, and no server lets a header through that is larger. */
const LIST_BYTES_MAX = 32 * 1024 * 1024;
const CHANGE_BYTES_MAX = 1024 * 1024;

/**
 * A mailbox. What waits is decided by flags and folders alone, never by a stored position: a mailbox that was restored
 * or renumbered (UIDVALIDITY) loses no message.
 */
export function createImapSource(account: ImapAccount, logger: Logger, limits: AnswerLimitsOptions = {}): Source {
  const connection = createConnection(account, { logger, limits });
  return {
    name: `IMAP ${account.user} at ${account.host}, ${account.mailbox}`,
    channel: "imap",
    organizationId: account.organization ?? null,
    watch: connection.watch,
    close: connection.close,
    async *list(stopping) {
      const mailbox = await connection.open();
      const { client, answers, uidValidity } = mailbox;
      const waiting = await answers.ask(SEARCH_BYTES_MAX, () => client.search(toSearch(account), { uid: true }));
      if (!waiting) throw new Error("the server refused to search the mailbox");
      for (let start = 0; start < waiting.length && !stopping.aborted; start += MESSAGES_PER_QUESTION) {
        const uids = waiting.slice(start, start + MESSAGES_PER_QUESTION);
        const question = { uid: true, size: true, envelope: true };
        const messages = await answers.ask(LIST_BYTES_MAX, () => client.fetchAll(uids, question, { uid: true }));
        for (const { uid, size, envelope } of messages) {
          const message = { mailbox, uid, statedBytes: size, logger };
          yield toItem(message, { account, uidValidity, subject: envelope?.subject ?? "" });
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

interface Place {
  readonly account: ImapAccount;
  readonly uidValidity: bigint;
  readonly subject: string;
}

function toItem(message: Message, { account, uidValidity, subject }: Place): Item {
  const { uid, statedBytes = 0 } = message;
  const reading: Reading = { isDoubtful: false };
  return {
    key: `${uidValidity} ${uid}`,
    name: subject.slice(0, NAME_CHARACTERS_MAX) || `message ${uid}`,
    sizeBytes: statedBytes,
    open: () => download(message, reading),
    async acknowledge(result) {
      const isRefused = isRejected(result) || result.entries.some(({ outcome }) => outcome === "refused");
      if (reading.isDoubtful && isRefused)
        throw new ItemLeftError(`message ${uid} is left in the mailbox: the server may not have given all of it`);
      await acknowledge(message, account, isRejected(result));
    },
  };
}

async function acknowledge({ mailbox, uid }: Message, account: ImapAccount, isRejected: boolean): Promise<void> {
  const { client, answers } = mailbox;
  const [range, options] = [String(uid), { uid: true }];
  const change = async (what: string, run: () => Promise<unknown>) =>
    assertDone(await answers.ask(CHANGE_BYTES_MAX, run), what);
  const folder = isRejected ? account.rejectedTo : account.after === "move" ? account.moveTo : undefined;
  if (folder !== undefined) return change(`move it to ${folder}`, () => client.messageMove(range, folder, options));
  if (account.after === "delete") return change("delete it", () => client.messageDelete(range, options));
  const flags = isRejected ? [account.flag, "\\Flagged"] : [account.flag];
  await change(`flag it with ${flags.join(" and ")}`, () => client.messageFlagsAdd(range, flags, options));
}

/** imapflow answers `false` when the server refuses. */
function assertDone(answer: unknown, what: string): void {
  if (!answer) throw new Error(`the mail server refused to ${what}`);
}

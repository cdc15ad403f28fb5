import { parseRecipient } from "@ruaflow/dns/claims";
import type { Mailbox } from "@ruaflow/metadata-store/domains";
import type { Logger } from "@ruaflow/runtime/logging";
import { createBatcher, toNetwork, WindowCounter } from "@ruaflow/runtime/work";
import type { SmtpLimits } from "./limits.ts";
import type { SmtpMetrics } from "./observe.ts";
import { replies, SmtpReply } from "./reply.ts";

export interface RecipientsOptions {
  /** Lower-case A-label. */
  readonly reportDomain: string;
  /** Where mail for `postmaster` and `abuse` should go; `null`: not known. */
  readonly postmaster: string | null;
  readonly findMailboxes: (tokens: readonly string[]) => Promise<ReadonlyMap<string, Mailbox>>;
  readonly limits: Pick<SmtpLimits, "unknownRecipientsMax" | "unknownRecipientsWindowMs">;
  readonly logger: Logger;
  readonly metrics: SmtpMetrics;
}

/**
 * Finds the mailbox of a recipient.
 * @throws {SmtpReply} for any address that is not a mailbox, and while PostgreSQL is down
 */
export type FindRecipient = (address: string, clientAddress: string) => Promise<Mailbox>;

const NETWORKS_MAX = 10_000;
const TOKENS_PER_QUERY_MAX = 500;

/** Mailboxes that every server should have (RFC 5321 section 4.5.1, RFC 2142), which this one cannot: it delivers no mail. */
const RESERVED = /^(?:postmaster|abuse)(?:@|$)/i;

export function createRecipients({
  reportDomain,
  postmaster,
  findMailboxes,
  ...options
}: RecipientsOptions): FindRecipient {
  const { limits, logger, metrics } = options;
  const windowMs = limits.unknownRecipientsWindowMs;
  const unknown = new WindowCounter({ windowMs, namesMax: NETWORKS_MAX, now: Date.now });
  const lookups = createBatcher<string, Mailbox | null>({
    itemsMax: TOKENS_PER_QUERY_MAX,
    bytesMax: 1,
    sizeOf: () => 0,
    flushAfterMs: null,
    async flush(tokens) {
      const found = await findMailboxes(tokens);
      return tokens.map((token) => found.get(token) ?? null);
    },
  });

  /** A client that guesses addresses is sent away, but what it names correctly is accepted: domains do get deleted. */
  function refuseUnknown(clientAddress: string): SmtpReply {
    const { isTaken } = unknown.take(toNetwork(clientAddress), limits.unknownRecipientsMax);
    return isTaken ? replies.unknownMailbox() : replies.prober();
  }

  async function find(address: string, clientAddress: string): Promise<Mailbox> {
    const { domain, mailboxToken } = parseRecipient(address);
    const isReserved = RESERVED.test(address) && (domain === reportDomain || !address.includes("@"));
    if (isReserved) throw postmaster === null ? replies.reportsOnly() : replies.writeTo(postmaster);
    if (domain !== reportDomain) throw replies.relay();
    const mailbox = mailboxToken === null ? null : await lookups.add(mailboxToken);
    if (mailbox === null) throw refuseUnknown(clientAddress);
    return mailbox;
  }

  return async (address, clientAddress) => {
    try {
      return await find(address, clientAddress);
    } catch (error) {
      const reply = error instanceof SmtpReply ? error : replies.unavailable();
      if (reply !== error) logger.warn({ err: error }, "recipients cannot be looked up");
      metrics.countRejectedRecipient(reply);
      throw reply;
    }
  };
}

import type { Queryable } from "@ruaflow/postgres";
import { isAlive } from "../reports/living-domains.ts";

/** The mailbox of a claim: mail to it belongs to the claim's organization. */
export interface Mailbox {
  readonly token: string;
  readonly domainId: string;
  readonly organizationId: string;
}

interface MailboxRow {
  mailbox_token: string;
  id: string;
  organization_id: string;
}

/**
 * Finds those of the tokens that are mailboxes, in every organization: to route mail, never to show to a tenant. The
 * mailbox of a domain that is being deleted no longer exists.
 *
 * @param tokens in lower case
 */
export async function findMailboxes(database: Queryable, tokens: readonly string[]): Promise<Map<string, Mailbox>> {
  const rows = await database.query<MailboxRow>(
    `SELECT mailbox_token, id, organization_id FROM domains WHERE mailbox_token = ANY($1) AND ${isAlive}`,
    [[...new Set(tokens)]],
  );
  return new Map(rows.map((row) => [row.mailbox_token, toMailbox(row)]));
}

function toMailbox({ mailbox_token: token, id: domainId, organization_id: organizationId }: MailboxRow): Mailbox {
  return { token, domainId, organizationId };
}

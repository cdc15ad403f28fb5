import type { Database, Queryable } from "./database.ts";
import { createId, createToken } from "./id.ts";
import { type Page, type PageRequest, toLimitAndOffset } from "./page.ts";

export type DomainStatus = "pending" | "verified" | "failed";

/** One organization's claim of a domain name. */
export interface Domain {
  /** `dom_` and a unique suffix. */
  readonly id: string;
  /** Lower-case A-label without trailing dot. */
  readonly name: string;
  readonly status: DomainStatus;
  /** 160 bits, to be published in DNS by whoever owns the name. */
  readonly verificationToken: string;
  /** Names this claim's own mailbox. Public (it stands in DNS): it routes mail and proves nothing. */
  readonly mailboxToken: string;
  readonly createdAt: Date;
  /** Set when the claim was first verified. */
  readonly verifiedAt: Date | null;
}

interface DomainRow {
  id: string;
  name: string;
  status: DomainStatus;
  verification_token: string;
  mailbox_token: string;
  created_at: Date;
  verified_at: Date | null;
}

const columns = "id, name, status, verification_token, mailbox_token, created_at, verified_at";
const verificationTokenDigits = 32;
const mailboxTokenDigits = 20;

/**
 * Claims a name for an organization, `pending` until verified. `null` when the organization has claimed it already.
 *
 * @param name lower-case A-label without trailing dot
 */
export async function createDomain(database: Queryable, organizationId: string, name: string): Promise<Domain | null> {
  const rows = await database.query<DomainRow>(
    `INSERT INTO domains (id, organization_id, name, status, verification_token, mailbox_token)
     VALUES ($1, $2, $3, 'pending', $4, $5) ON CONFLICT (organization_id, name) DO NOTHING RETURNING ${columns}`,
    [createId("dom"), organizationId, name, createToken(verificationTokenDigits), createToken(mailboxTokenDigits)],
  );
  return rows.map(toDomain)[0] ?? null;
}

export interface SavedDomains {
  /** Verified for the organization now, whether by this call or before. */
  readonly verified: readonly { readonly name: string; readonly domainId: string }[];
  /** Names that another organization has verified: nothing was changed for them. */
  readonly taken: readonly string[];
}

/**
 * Makes names an organization's own on the operator's word, without a check in DNS. Idempotent; all names or, on an
 * error, none.
 *
 * @param names lower-case A-labels without trailing dot
 */
export async function saveVerifiedDomains(
  database: Database,
  organizationId: string,
  names: readonly string[],
): Promise<SavedDomains> {
  const wanted = [...new Set(names)].sort();
  const saved = await database.transaction(async (transaction) => {
    await insertVerified(transaction, organizationId, wanted);
    await transaction.query(
      `UPDATE domains d SET status = 'verified', verified_at = now()
       WHERE organization_id = $1 AND name = ANY($2) AND status <> 'verified' AND NOT EXISTS
         (SELECT 1 FROM domains other WHERE other.name = d.name AND other.status = 'verified')`,
      [organizationId, wanted],
    );
    return transaction.query<{ id: string; name: string }>(
      `SELECT id, name FROM domains WHERE organization_id = $1 AND name = ANY($2) AND status = 'verified' ORDER BY name`,
      [organizationId, wanted],
    );
  });
  const own = new Set(saved.map(({ name }) => name));
  return {
    verified: saved.map(({ id, name }) => ({ name, domainId: id })),
    taken: wanted.filter((name) => !own.has(name)),
  };
}

async function insertVerified(transaction: Queryable, organizationId: string, names: readonly string[]): Promise<void> {
  await transaction.query(
    `INSERT INTO domains (id, organization_id, name, status, verification_token, mailbox_token, verified_at)
     SELECT id, $1, name, 'verified', verification_token, mailbox_token, now()
     FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) AS n (id, name, verification_token, mailbox_token)
     ORDER BY name ON CONFLICT DO NOTHING`,
    [
      organizationId,
      names.map(() => createId("dom")),
      names,
      names.map(() => createToken(verificationTokenDigits)),
      names.map(() => createToken(mailboxTokenDigits)),
    ],
  );
}

/** An organization's domains by name. */
export async function listDomains(
  database: Queryable,
  organizationId: string,
  request: PageRequest,
): Promise<Page<Domain>> {
  const [rows, counts] = await Promise.all([
    database.query<DomainRow>(
      `SELECT ${columns} FROM domains WHERE organization_id = $1 ORDER BY name LIMIT $2 OFFSET $3`,
      [organizationId, ...toLimitAndOffset(request)],
    ),
    database.query<{ total: number }>("SELECT count(*)::int AS total FROM domains WHERE organization_id = $1", [
      organizationId,
    ]),
  ]);
  return { items: rows.map(toDomain), total: counts[0]?.total ?? 0 };
}

/** `null` for an unknown id and for another organization's. */
export async function readDomain(
  database: Queryable,
  organizationId: string,
  domainId: string,
): Promise<Domain | null> {
  const rows = await database.query<DomainRow>(
    `SELECT ${columns} FROM domains WHERE organization_id = $1 AND id = $2`,
    [organizationId, domainId],
  );
  return rows.map(toDomain)[0] ?? null;
}

function toDomain(row: DomainRow): Domain {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    verificationToken: row.verification_token,
    mailboxToken: row.mailbox_token,
    createdAt: row.created_at,
    verifiedAt: row.verified_at,
  };
}

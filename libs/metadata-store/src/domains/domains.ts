import { type Database, type Queryable, toStorableText } from "@ruaflow/postgres";
import { toTable } from "@ruaflow/postgres/table";
import type { SavedEvent } from "../delivery/events.ts";
import { saveWantedEvents } from "../delivery/wanted-events.ts";
import { isAlive } from "../reports/living-domains.ts";
import { createId, createToken } from "../tenants/id.ts";
import { type Domain, type DomainRow, domainColumns, toDomain } from "./domain-rows.ts";
import { checkSoon } from "./domain-verification.ts";

const VERIFICATION_TOKEN_DIGITS = 32;
const MAILBOX_TOKEN_DIGITS = 20;
const REFERENCE_CHARS_MAX = 100;
const LABEL_CHARS_MAX = 50;

/** A name that an organization claims. */
export interface NewDomain {
  /** Lower-case A-label without trailing dot. */
  readonly name: string;
  /** Cut to 100 characters. */
  readonly clientReference?: string | null;
  /** At most 20, each cut to 50 characters. */
  readonly labels?: readonly string[];
}

/**
 * Claims a name for an organization; the claim is `pending` until verified. `null` when the organization has already
 * claimed the name or is deleting it.
 *
 * @param name lower-case A-label without trailing dot, or a claim with more initial values
 */
export async function createDomain(
  database: Queryable,
  organizationId: string,
  name: string | NewDomain,
): Promise<Domain | null> {
  const [domain] = await createDomains(database, organizationId, [typeof name === "string" ? { name } : name]);
  return domain ?? null;
}

/**
 * Claims many names in one statement, all or nothing. Skips names that the organization has already claimed.
 *
 * @returns the new domains, in no particular order; of a name given twice the first entry counts
 */
export async function createDomains(
  database: Queryable,
  organizationId: string,
  domains: readonly NewDomain[],
): Promise<Domain[]> {
  const values = domains.map(({ name, clientReference = null, labels = [] }) => {
    const tokens = {
      verification_token: createToken(VERIFICATION_TOKEN_DIGITS),
      mailbox_token: createToken(MAILBOX_TOKEN_DIGITS),
    };
    const texts = {
      client_reference: clientReference && toStorableText(clientReference, REFERENCE_CHARS_MAX),
      labels: labels.map((label) => toStorableText(label, LABEL_CHARS_MAX)),
    };
    return { id: createId("dom"), name, ...texts, ...tokens };
  });
  const rows = await database.query<DomainRow>(
    `INSERT INTO domains (id, organization_id, name, status, verification_token, mailbox_token, client_reference, labels)
     SELECT n.value ->> 'id', $1, n.value ->> 'name', 'pending', n.value ->> 'verification_token',
       n.value ->> 'mailbox_token', n.value ->> 'client_reference',
       ARRAY(SELECT jsonb_array_elements_text(n.value -> 'labels'))
     FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS n (value, position)
     ORDER BY position ON CONFLICT (organization_id, name) DO NOTHING RETURNING ${domainColumns}`,
    [organizationId, JSON.stringify(values)],
  );
  return rows.map(toDomain);
}

export interface SavedDomains {
  /** Verified for the organization, by this call or earlier. */
  readonly verified: readonly { readonly name: string; readonly domainId: string }[];
  /** Names that another organization has verified or that are being deleted: not changed. */
  readonly taken: readonly string[];
}

/** A domain that the operator has just verified. */
export interface VouchedDomain {
  readonly organizationId: string;
  readonly domainId: string;
  readonly domain: string;
  readonly clientReference: string | null;
  readonly createdAt: Date;
}

export interface VouchOptions {
  /** Builds an event for each domain, saved in the same transaction if the organization subscribes. Absent: no events. */
  readonly toEvent?: (domain: VouchedDomain) => SavedEvent;
}

/**
 * Verifies names for an organization on the operator's authority, without a check in DNS now or later. Idempotent, and all
 * or nothing.
 *
 * @param names lower-case A-labels without trailing dot
 */
// biome-ignore lint/complexity/useMaxParams: the store binds the database, so callers pass three
export async function saveVerifiedDomains(
  database: Database,
  organizationId: string,
  names: readonly string[],
  { toEvent }: VouchOptions = {},
): Promise<SavedDomains> {
  const unique = [...new Set(names)].sort();
  const saved = await database.transaction(async (transaction) => {
    const inserted = await insertVerified(transaction, organizationId, unique);
    const isInserted = new Set(inserted.map(({ name }) => name));
    const present = unique.filter((name) => !isInserted.has(name));
    const rows = [...inserted, ...(present.length === 0 ? [] : await vouchFor(transaction, organizationId, present))];
    if (toEvent)
      await saveWantedEvents(transaction, organizationId, { facts: toVouched(rows, organizationId), toEvent });
    return rows;
  });
  const byName = new Map(saved.map(({ id, name }) => [name, { name, domainId: id }]));
  return {
    verified: unique.flatMap((name) => byName.get(name) ?? []),
    taken: unique.filter((name) => !byName.has(name)),
  };
}

interface VerifiedRow {
  readonly id: string;
  readonly name: string;
  readonly client_reference: string | null;
  readonly verified_at: Date;
  readonly is_new: boolean;
}

const verifiedColumns = "id, name, client_reference, verified_at, verified_at = now() AS is_new";

function toVouched(rows: readonly VerifiedRow[], organizationId: string): VouchedDomain[] {
  const newRows = rows.filter(({ is_new }) => is_new);
  return newRows.map(({ id, name, client_reference, verified_at }) => ({
    organizationId,
    domainId: id,
    domain: name,
    clientReference: client_reference,
    createdAt: verified_at,
  }));
}

/** Inserts the names that the organization has not claimed and that no other organization owns. Reports may wait for them already. */
function insertVerified(
  transaction: Queryable,
  organizationId: string,
  names: readonly string[],
): Promise<VerifiedRow[]> {
  const claims = toTable(
    names,
    [
      ["id", "text", () => createId("dom")],
      ["name", "text", (name) => name],
      ["verification_token", "text", () => createToken(VERIFICATION_TOKEN_DIGITS)],
      ["mailbox_token", "text", () => createToken(MAILBOX_TOKEN_DIGITS)],
    ],
    { alias: "n", after: 1 },
  );
  return transaction.query<VerifiedRow>(
    `INSERT INTO domains (id, organization_id, name, status, vouched, verification_token, mailbox_token,
       verified_at, releasing)
     SELECT id, $1, name, 'verified', true, verification_token, mailbox_token, now(), true FROM ${claims.sql}
     ORDER BY name ON CONFLICT DO NOTHING RETURNING ${verifiedColumns}`,
    [organizationId, ...claims.values],
  );
}

/** Verifies the names that the organization has claimed and no other organization owns. Returns those it now owns. */
async function vouchFor(
  transaction: Queryable,
  organizationId: string,
  names: readonly string[],
): Promise<VerifiedRow[]> {
  await transaction.query(
    `UPDATE domains d SET status = 'verified', vouched = true, releasing = releasing OR status <> 'verified',
       verified_at = CASE WHEN status = 'verified' THEN verified_at ELSE now() END
     WHERE organization_id = $1 AND name = ANY($2) AND ((status = 'verified' AND NOT vouched)
       OR (status IN ('pending', 'failed') AND NOT EXISTS
         (SELECT 1 FROM domains other WHERE other.name = d.name AND other.status = 'verified')))`,
    [organizationId, names],
  );
  const rows = await transaction.query<VerifiedRow>(
    `SELECT ${verifiedColumns} FROM domains WHERE organization_id = $1 AND name = ANY($2) AND status = 'verified'`,
    [organizationId, names],
  );
  await checkSoon(
    transaction,
    rows.filter(({ is_new }) => is_new).map(({ id }) => id),
  );
  return rows;
}

/** `null` when the organization has no such domain. */
export async function readDomain(
  database: Queryable,
  organizationId: string,
  domainId: string,
): Promise<Domain | null> {
  const [row] = await database.query<DomainRow>(
    `SELECT ${domainColumns} FROM domains WHERE organization_id = $1 AND id = $2 AND ${isAlive}`,
    [organizationId, domainId],
  );
  return row ? toDomain(row) : null;
}

/** A domain that an organization has verified, with the token of its mailbox. */
export interface VerifiedParent {
  readonly domain: string;
  readonly mailboxToken: string;
}

/** The parents of a name that the organization has verified, nearest first. */
export async function listVerifiedParents(
  database: Queryable,
  organizationId: string,
  name: string,
): Promise<VerifiedParent[]> {
  const labels = name.split(".");
  // A name of one label cannot be claimed.
  const parents = labels.map((_, index) => labels.slice(index + 1).join(".")).slice(0, -2);
  if (parents.length === 0) return [];
  return database.query<VerifiedParent & Record<string, unknown>>(
    `SELECT name AS domain, mailbox_token AS "mailboxToken" FROM domains
     WHERE organization_id = $1 AND name = ANY($2) AND status = 'verified' ORDER BY length(name) DESC`,
    [organizationId, parents],
  );
}

/** Finds those of the given names that the organization has claimed, with their ids. */
export async function findDomainIds(
  database: Queryable,
  organizationId: string,
  names: readonly string[],
): Promise<Map<string, string>> {
  const rows = await database.query<{ id: string; name: string }>(
    `SELECT id, name FROM domains WHERE organization_id = $1 AND name = ANY($2) AND ${isAlive}`,
    [organizationId, names],
  );
  return new Map(rows.map(({ id, name }) => [name, id]));
}

/** The reference that each of these domains has; domains without one have no entry. */
export async function readClientReferences(
  database: Queryable,
  domainIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await database.query<{ id: string; client_reference: string }>(
    "SELECT id, client_reference FROM domains WHERE id = ANY($1) AND client_reference IS NOT NULL",
    [domainIds],
  );
  return new Map(rows.map(({ id, client_reference }) => [id, client_reference]));
}

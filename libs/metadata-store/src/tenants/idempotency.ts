import type { Database, Queryable } from "@ruaflow/postgres";
import { toTable } from "@ruaflow/postgres/table";
import { createToken } from "./id.ts";
import type { SecretBox } from "./secret-box.ts";

/** Identifies a request that a client may repeat. */
export interface IdempotentRequest {
  readonly organizationId: string;
  /** Method and path pattern. */
  readonly route: string;
  /** Chosen by the client; at most 255 characters. */
  readonly key: string;
}

/** A response as it was sent. */
export interface StoredResponse {
  readonly status: number;
  readonly contentType: string;
  readonly location: string | null;
  readonly body: string;
}

export type IdempotencyState =
  | { readonly kind: "begun"; readonly attempt: string }
  | { readonly kind: "in-flight" }
  | { readonly kind: "answered"; readonly requestHash: Buffer; readonly response: StoredResponse };

/** How long a response is kept. */
const retention = "interval '24 hours'";
/** A request that its process has not renewed for this long has died with it. Four renewals may fail before that. */
const lease = "interval '20 seconds'";
/** The same limit for a request begun by an older release, which took no leases. */
const unleasedMax = "interval '10 minutes'";
const SWEPT_AT_ONCE = 1000;
const ATTEMPT_DIGITS = 16;

interface RequestRow {
  request_hash: Buffer | null;
  sealed_answer: Buffer | null;
}

/** Idempotency keys and their encrypted responses. Every function is safe to repeat. */
export function createIdempotency(database: Database, box: SecretBox) {
  return {
    /** Begins a request, or reports that it is in flight or was answered within the last 24 hours. */
    async beginRequest(request: IdempotentRequest): Promise<IdempotencyState> {
      const attempt = createToken(ATTEMPT_DIGITS);
      for (;;) {
        if (await insertRequest(database, request, attempt)) return { kind: "begun", attempt };
        const row = await readRequest(database, request);
        if (row === null) continue;
        if (row.request_hash === null || row.sealed_answer === null) return { kind: "in-flight" };
        const response: StoredResponse = JSON.parse(box.open(toContext(request), row.sealed_answer));
        return { kind: "answered", requestHash: row.request_hash, response };
      }
    },
    /** Saves the response, unless another attempt has taken the request over. */
    async saveResponse(
      request: IdempotentRequest,
      answered: { readonly attempt: string; readonly requestHash: Buffer; readonly response: StoredResponse },
    ): Promise<void> {
      const sealed = box.seal(toContext(request), JSON.stringify(answered.response));
      await database.query(
        `UPDATE idempotent_requests SET request_hash = $5, sealed_answer = $6
         WHERE organization_id = $1 AND route = $2 AND key = $3 AND attempt = $4`,
        [request.organizationId, request.route, request.key, answered.attempt, answered.requestHash, sealed],
      );
    },
    /** Renews requests in flight for another 20 s. Skips those that were answered or that another attempt took over. */
    async renewRequests(requests: readonly (IdempotentRequest & { readonly attempt: string })[]): Promise<void> {
      const renewed = toTable(
        requests,
        [
          ["organization_id", "text", ({ organizationId }) => organizationId],
          ["route", "text", ({ route }) => route],
          ["key", "text", ({ key }) => key],
          ["attempt", "text", ({ attempt }) => attempt],
        ],
        { alias: "i" },
      );
      await database.query(
        `UPDATE idempotent_requests r SET leased_until = now() + ${lease} FROM ${renewed.sql}
         WHERE (r.organization_id, r.route, r.key, r.attempt) = (i.organization_id, i.route, i.key, i.attempt)
           AND r.sealed_answer IS NULL`,
        renewed.values,
      );
    },
    /** Deletes the key, so that the request can be carried out again. */
    async forgetRequest({ organizationId, route, key }: IdempotentRequest, attempt: string): Promise<void> {
      await database.query(
        "DELETE FROM idempotent_requests WHERE organization_id = $1 AND route = $2 AND key = $3 AND attempt = $4",
        [organizationId, route, key, attempt],
      );
    },
    /** Deletes keys older than 24 hours and returns how many. Several processes may run it at once. */
    async sweepRequests(): Promise<number> {
      for (let swept = 0; ; ) {
        const rows = await database.query(
          `DELETE FROM idempotent_requests WHERE (organization_id, route, key) IN
             (SELECT organization_id, route, key FROM idempotent_requests WHERE started_at < now() - ${retention}
              ORDER BY started_at LIMIT ${SWEPT_AT_ONCE} FOR UPDATE SKIP LOCKED) RETURNING key`,
        );
        swept += rows.length;
        if (rows.length < SWEPT_AT_ONCE) return swept;
      }
    },
  };
}

/** Inserts the request, or takes over one whose response has expired or whose process has died. */
async function insertRequest(database: Queryable, request: IdempotentRequest, attempt: string): Promise<boolean> {
  const rows = await database.query(
    `INSERT INTO idempotent_requests AS r (organization_id, route, key, attempt, leased_until)
     VALUES ($1, $2, $3, $4, now() + ${lease})
     ON CONFLICT (organization_id, route, key) DO UPDATE
       SET attempt = EXCLUDED.attempt, started_at = now(), leased_until = EXCLUDED.leased_until,
           request_hash = NULL, sealed_answer = NULL
       WHERE r.started_at < now() - ${retention}
         OR (r.sealed_answer IS NULL AND coalesce(r.leased_until, r.started_at + ${unleasedMax}) < now())
     RETURNING r.key`,
    [request.organizationId, request.route, request.key, attempt],
  );
  return rows.length > 0;
}

async function readRequest(database: Queryable, { organizationId, route, key }: IdempotentRequest) {
  const [row] = await database.query<RequestRow>(
    `SELECT request_hash, sealed_answer FROM idempotent_requests
     WHERE organization_id = $1 AND route = $2 AND key = $3`,
    [organizationId, route, key],
  );
  return row ?? null;
}

function toContext({ organizationId, route, key }: IdempotentRequest): string {
  return JSON.stringify([organizationId, route, key]);
}

import type { Database } from "@ruaflow/postgres";
import { type Page, type PageRequest, readPage } from "@ruaflow/postgres/page";
import { isAlive } from "../reports/living-domains.ts";

/** A client reference or a label, with the number of domains that have it. */
export interface DomainMarker {
  readonly name: string;
  readonly domains: number;
}

export interface ListMarkersOptions extends PageRequest {
  readonly of: "client_reference" | "label";
  /** Part of the name, in lower case. */
  readonly search?: string;
}

const FROM: Readonly<Record<ListMarkersOptions["of"], string>> = {
  client_reference: "SELECT id, client_reference AS name FROM domains WHERE client_reference IS NOT NULL AND",
  label: "SELECT DISTINCT id, label AS name FROM domains CROSS JOIN LATERAL unnest(labels) AS label WHERE",
};

/** The client references or labels that an organization's domains have, by name. */
export function listMarkers(
  database: Database,
  organizationId: string,
  { of, search = "", ...request }: ListMarkersOptions,
): Promise<Page<DomainMarker>> {
  const from = `(SELECT name, count(*)::int AS domains FROM (${FROM[of]} organization_id = $1 AND ${isAlive}) AS marked
    WHERE position($2::text IN lower(name)) > 0 GROUP BY name) AS found`;
  return database.snapshot((snapshot) =>
    readPage<{ name: string; domains: number }>(
      snapshot,
      { columns: "name, domains", from, order: `name COLLATE "C"`, values: [organizationId, search] },
      request,
    ),
  );
}

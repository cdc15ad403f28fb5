import type { Migration } from "./migration.ts";
import { recordsWithReporter, reportsWithReporter } from "./views/reporter-domain.ts";
import { toViewStatement } from "./views/view.ts";

const column = `reporter_domain LowCardinality(String) DEFAULT ''
  COMMENT 'Organizational domain that vouches for the report; empty: none does, or an earlier release wrote the row'`;

/** Which domain vouches for a report. Rows that are stored already are not rewritten: they have none. */
export const reporterDomain: Migration = {
  number: 12,
  name: "reporter-domain",
  statements: [
    ...["records", "reports"].map((table) => `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS ${column}`),
    ...[recordsWithReporter, reportsWithReporter].map(toViewStatement),
  ],
};

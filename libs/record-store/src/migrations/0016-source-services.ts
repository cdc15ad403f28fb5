import type { Migration } from "./migration.ts";
import { sources } from "./views/source-services.ts";
import { toViewStatement } from "./views/view.ts";

const text = "LowCardinality(String)";

/** The service of each source, in the copied facts and in the view of sources. */
export const sourceServicesStep: Migration = {
  number: 16,
  name: "source-services",
  statements: [
    `ALTER TABLE source_facts
      ADD COLUMN IF NOT EXISTS service ${text} COMMENT 'Service that sends there, by name or network, empty when unknown' AFTER country,
      ADD COLUMN IF NOT EXISTS service_category ${text} COMMENT 'Its category, empty when unknown' AFTER service`,
    toViewStatement(sources),
  ],
};

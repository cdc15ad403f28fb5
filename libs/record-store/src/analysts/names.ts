import { UsageError } from "@ruaflow/runtime/errors";

/** A user of the ClickHouse server that reads one organization through the views. */
export interface Analyst {
  /** Name of the user: organization and label, joined by a dot. */
  readonly user: string;
  readonly organizationId: string;
  readonly label: string;
}

/** Users with such names are analysts: the row policies read the organization from the name. */
export const ANALYST_PATTERN = "^(org_[0-9a-z]+)[.]";

/** @throws UsageError for a label that cannot be part of a name */
export function toAnalyst(organizationId: string, label: string): Analyst {
  if (!/^[a-z][a-z0-9-]{0,31}$/.test(label)) {
    throw new UsageError(
      `${label} is not a valid label: use up to 32 lower-case letters, digits and hyphens, a letter first.`,
    );
  }
  return { user: `${organizationId}.${label}`, organizationId, label };
}

/** The analyst of a user's name; `null` for other users. */
export function parseAnalyst(user: string): Analyst | null {
  const [, organizationId = "", label = ""] = /^(org_[0-9a-z]+)\.([a-z][a-z0-9-]{0,31})$/.exec(user) ?? [];
  return label === "" ? null : { user, organizationId, label };
}

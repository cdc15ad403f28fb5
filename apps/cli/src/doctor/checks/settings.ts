import { settingsSchema } from "@ruaflow/embedded/settings";
import { describeUnknownVariables } from "@ruaflow/runtime/settings";
import { type Check, mayHaveRole, notNeeded, ok, warning } from "../check.ts";

/** The values themselves were read before any check. */
export const settingsCheck: Check = {
  name: "settings",
  async run({ environment }) {
    const known = Object.keys(settingsSchema).filter((name) =>
      [name, `${name}_FILE`].some((variable) => (environment[variable] ?? "") !== ""),
    );
    const unknown = describeUnknownVariables(settingsSchema, environment);
    if (unknown.length > 0) return warning(unknown.join("; "), "Correct the name, or remove the variable.");
    return ok(known.length === 0 ? "defaults" : known.join(", "));
  },
};

export const secretsKeyCheck: Check = {
  name: "secrets key",
  async run(situation) {
    const { settings } = situation;
    if (settings.RUAFLOW_SECRETS_KEY !== undefined) return ok("set; keep a copy apart from the backups");
    if (settings.DATABASE_URL === undefined)
      return ok(`secrets.key in ${settings.RUAFLOW_DATA_DIR}; keep a copy apart from the backups`);
    if (!mayHaveRole(situation, "api", "ingest", "webhook-dispatcher")) return notNeeded(situation);
    return warning(
      "RUAFLOW_SECRETS_KEY is not set, but PostgreSQL is a server",
      "Set it to the same 32 bytes in base64 for every process: head -c 32 /dev/urandom | base64",
    );
  },
};

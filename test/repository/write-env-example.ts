// `npm run env-example`: writes .env.example from the settings of the service.
import { writeFileSync } from "node:fs";
import { settingsSchema } from "@ruaflow/embedded/settings";
import { describeEnv } from "./describe-env.ts";

writeFileSync(new URL("../../.env.example", import.meta.url), describeEnv(settingsSchema));

import { readFileSync } from "node:fs";
import { parse } from "yaml";

/** What the tests read of a service of docker-compose.yml, with its anchors resolved. */
export interface ComposeService {
  readonly image: string;
  readonly build?: unknown;
  readonly pull_policy?: string;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly tmpfs?: readonly string[];
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly read_only?: boolean;
  readonly mem_limit?: string;
  readonly logging?: { readonly options: { readonly "max-size"?: string; readonly "max-file"?: string } };
  readonly healthcheck?: { readonly test?: readonly string[] };
}

interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

/** A committed compose file, by default docker-compose.yml. */
export function readComposeFile(name = "docker-compose.yml"): ComposeFile {
  const path = new URL(`../../${name}`, import.meta.url);
  return parse(readFileSync(path, "utf8"), { merge: true });
}

import { execFile } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** The apps that run without a profile. */
export const APPS = ["ingest", "record-writer", "api", "webhook-dispatcher", "keeper"];

const root = fileURLToPath(new URL("../..", import.meta.url));
/** Neither root nor the user of any image. */
const OPERATOR_UID = 4242;
const SOCKET = "/var/run/docker.sock";

/** Ports that are free, so that the project does not meet another one on this machine. */
const OVERRIDE = `services:
  api: { ports: !override ["127.0.0.1::8080"] }
  ingest: { ports: !override ["127.0.0.1::8080"] }
  clickhouse: { ports: !override [] }
`;
const OBSERVED = `${OVERRIDE}  prometheus: { ports: !override ["127.0.0.1::9090"] }
`;

/** The compose project in a folder of its own, run by an operator whose uid no image knows. */
export interface ComposeProject {
  readonly folder: string;
  /** Runs `docker compose` with these arguments; rejects with its output. */
  compose(...args: readonly string[]): Promise<string>;
  /** Runs a script of the guide in the project's folder; resolves to its standard output and error. */
  sh(script: string): Promise<string>;
  /** `http://host:port` of a service. */
  findUrl(service: string, port?: number): Promise<string>;
  /** Stops the project, removes its data and the folder. */
  remove(): Promise<void>;
}

const COPIED = [
  "docker-compose.yml",
  "infra/compose/write-secrets.sh",
  "infra/compose/observability.yml",
  "infra/grafana/clickhouse-user.xml",
  "infra/prometheus",
];

/**
 * Copies the project and writes its secrets, as infra/compose/README.md says. Rejects without Compose 2.
 * @param observed with Prometheus and its rules
 */
export async function createComposeProject({ observed = false } = {}): Promise<ComposeProject> {
  const folder = mkdtempSync(join(tmpdir(), "ruaflow-compose-"));
  for (const path of COPIED) cpSync(join(root, path), join(folder, path), { recursive: true });
  for (const name of ["reports", "backups"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, "docker-compose.override.yml"), observed ? OBSERVED : OVERRIDE);
  const files = ["docker-compose.yml", ...(observed ? ["infra/compose/observability.yml"] : [])];
  const variables = {
    HOME: folder,
    COMPOSE_PROJECT_NAME: "ruaflow-check",
    COMPOSE_FILE: [...files, "docker-compose.override.yml"].join(":"),
  };
  const operator = becomeOperator(folder);
  const run = async (file: string, ...args: readonly string[]) => {
    const options = { ...operator, cwd: folder, env: { ...process.env, ...variables }, maxBuffer: 64 * 1024 * 1024 };
    const { stdout } = await promisify(execFile)(file, [...args], options);
    return stdout.trim();
  };
  const compose = (...args: readonly string[]) => run("docker", "compose", ...args);
  await run("sh", "infra/compose/write-secrets.sh");
  return {
    folder,
    compose,
    sh: (script) => run("sh", "-ec", `exec 2>&1\n${script}`),
    async findUrl(service, port = 8080) {
      return `http://${await compose("port", service, String(port))}`;
    },
    async remove() {
      await compose("--profile", "commands", "down", "--volumes", "--timeout", "30");
      rmSync(folder, { recursive: true });
    },
  };
}

/** Root gives the folder away and continues as another user, who may use Docker; any other user stays who they are. */
function becomeOperator(folder: string): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const { gid } = statSync(SOCKET);
  for (const path of [".", ...readdirSync(folder, { recursive: true, encoding: "utf8" })])
    chownSync(join(folder, path), OPERATOR_UID, gid);
  chmodSync(folder, 0o755);
  return { uid: OPERATOR_UID, gid };
}

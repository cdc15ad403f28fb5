import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { countReports } from "../support/list-reports.ts";
import { announceSkip } from "../support/missing-tool.ts";
import { createDataDir, type RunningService, removeDataDir, runOrThrow, startService } from "../support/service.ts";
import { writeTenantFiles } from "../support/tenant-files.ts";

const USER = "daemon";
const USER_ID = 1;
const isRoot = process.getuid?.() === 0 && process.platform === "linux";
if (!isRoot) announceSkip("the tests of RUAFLOW_USER need root on Linux");

let dataDir: string;
let service: RunningService | undefined;

beforeEach(() => {
  dataDir = createDataDir();
});

afterEach(async () => {
  await service?.stop();
  service = undefined;
  await removeDataDir(dataDir);
});

/** Real, effective and saved user and group ids, and the capabilities, as the kernel tells them. */
function readRights(pid: number | undefined) {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const read = (name: string) => (status.match(new RegExp(`^${name}:\\s*(.*)$`, "m"))?.[1] ?? "").split(/\s+/);
  return { users: new Set(read("Uid")), groups: new Set(read("Gid")), capabilities: read("CapPrm")[0] };
}

const listForeign = () =>
  readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.uid === 0);

test.runIf(isRoot)(
  "with RUAFLOW_USER nothing of the service runs as root, and an installation of root's keeps its data",
  async () => {
    const files = writeTenantFiles(3).tenants[0];
    service = await startService(dataDir, { RUAFLOW_LOG_LEVEL: "warn" });
    const { key } = service;
    expect(service.tail()).toContain("runs as root");
    expect(service.tail()).toContain("set RUAFLOW_USER");
    expect(readRights(service.child.pid).users).toEqual(new Set(["0"]));
    const environment = { RUAFLOW_DATA_DIR: dataDir, RUAFLOW_LOG_LEVEL: "error" };
    await runOrThrow(["import", "--add-domains", files?.folder ?? ""], environment);
    const before = await countReports(service, key ?? "");
    expect(before).toBeGreaterThan(0);
    await service.stop();

    for (const _ of ["handed over", "started again"]) {
      service = await startService(dataDir, { RUAFLOW_USER: USER, RUAFLOW_LOG_LEVEL: "warn" });
      expect(service.tail()).not.toContain("runs as root");
      const [postmaster = ""] = readFileSync(join(dataDir, "postgres", "cluster", "postmaster.pid"), "utf8").split(
        "\n",
      );
      for (const pid of [service.child.pid, Number(postmaster)]) {
        const rights = {
          users: new Set([`${USER_ID}`]),
          groups: new Set([`${USER_ID}`]),
          capabilities: "0".repeat(16),
        };
        expect([pid, readRights(pid)]).toEqual([pid, rights]);
      }
      expect(listForeign()).toEqual([]);
      expect(await countReports(service, key ?? "")).toBe(before);
      expect(await service.stop()).toBe(0);
    }
  },
  180_000,
);

test.runIf(isRoot)(
  "a user that does not exist, or cannot reach what is needed, is an error that says what to do",
  async () => {
    await expect(startService(dataDir, { RUAFLOW_USER: "no-such-user" })).rejects.toThrow("useradd");
    await expect(startService(dataDir, { RUAFLOW_USER: "root" })).rejects.toThrow("is root under another name");
    const closed = { RUAFLOW_USER: USER, RUAFLOW_SMTP_CERT: "/etc/shadow", RUAFLOW_SMTP_KEY: "/etc/shadow" };
    await expect(startService(dataDir, closed)).rejects.toThrow("daemon must be able to read /etc/shadow");
    const privileged = { RUAFLOW_USER: USER, RUAFLOW_PORT: "81" };
    const limit = Number(readFileSync("/proc/sys/net/ipv4/ip_unprivileged_port_start", "utf8"));
    if (limit > 81) await expect(startService(dataDir, privileged)).rejects.toThrow("CAP_NET_BIND_SERVICE");
  },
  120_000,
);

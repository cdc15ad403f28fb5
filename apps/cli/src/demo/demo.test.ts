import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  ask,
  createDataDir,
  type RunningService,
  removeDataDir,
  runCommand,
  startService,
} from "../../../../test/support/service.ts";

interface Aggregate {
  readonly data: {
    readonly totals: { readonly emails: number; readonly reports: number };
    readonly authentication: { readonly pass_rate: number };
    readonly daily: readonly { readonly date: string; readonly emails: number; readonly pass_rate: number }[];
  };
}
interface Sources {
  readonly data: readonly {
    readonly source_ip: string;
    readonly failure_count: number;
    readonly pass_rate: number;
    readonly spf_result: string;
    readonly dkim_result: string;
    readonly policy_applied: string;
  }[];
  readonly meta: { readonly total_failures: number };
}

const ZENDESK = /^192\.161\./;
const FASTMAIL = /^(64\.147|66\.111)\./;

describe("ruaflow demo", () => {
  const dataDir = createDataDir();
  const environment = { RUAFLOW_DATA_DIR: dataDir, RUAFLOW_LOG_LEVEL: "error" };
  let service: RunningService;
  let urls: string[];

  beforeAll(async () => {
    service = await startService(dataDir);
    urls = await runDemo("1620 new, 0 already present");
  }, 120_000);

  afterAll(async () => {
    await service.stop();
    await removeDataDir(dataDir);
  });

  /** The paths of the printed requests, in order. */
  async function runDemo(expected: string, more: Record<string, string> = {}): Promise<string[]> {
    const { code, stdout, stderr } = await runCommand(["demo"], { ...environment, ...more });
    expect(stderr).not.toContain("rror");
    expect(code).toBe(0);
    expect(stdout).toContain(expected);
    return [...stdout.matchAll(/curl .*'http:\/\/[^/]+(\/[^']+)'/g)].map(([, path = ""]) => path);
  }

  async function read<Body>(path: string | undefined): Promise<Body> {
    const { status, body } = await ask<Body>(service, service.key ?? "", path ?? "");
    expect(status).toBe(200);
    return body;
  }

  /** An answer that no judgement of sources changes any more. */
  async function readJudged(path: string): Promise<unknown> {
    const meta = async () => (await read<{ meta?: { verdicts?: unknown } }>(path)).meta ?? {};
    await expect.poll(meta).not.toHaveProperty("verdicts");
    return read(path);
  }

  test("the healthy domain passes every day", async () => {
    const { data } = await read<Aggregate>(urls[0]);
    expect(data.authentication.pass_rate).toBe(100);
    expect(data.daily).toHaveLength(90);
    for (const { emails } of data.daily) expect(emails).toBeGreaterThan(30);
  });

  test("the misconfigured sender fails despite passing results, the forwarder only partly", async () => {
    const { data: sources } = await read<Sources>(urls[1]);
    const helpDesk = sources.filter(({ source_ip }) => ZENDESK.test(source_ip));
    expect(helpDesk).toHaveLength(2);
    for (const source of helpDesk)
      expect(source).toMatchObject({ pass_rate: 0, spf_result: "pass", dkim_result: "pass" });
    const forwarder = sources.filter(({ source_ip }) => FASTMAIL.test(source_ip));
    expect(forwarder.length).toBeGreaterThan(0);
    for (const { pass_rate, spf_result } of forwarder) {
      expect(pass_rate).toBeGreaterThan(30);
      expect(pass_rate).toBeLessThan(95);
      expect(spf_result).toBe("softfail");
    }
    const failures = await read<Sources>(urls[2]);
    for (const { source_ip, policy_applied } of failures.data) {
      expect(source_ip).toMatch(new RegExp(`${ZENDESK.source}|${FASTMAIL.source}`));
      expect(policy_applied).toBe("none");
    }
  });

  test("the spoofed domain shows a wave of rejected messages", async () => {
    const { data } = await read<Aggregate>(urls[3]);
    const before = data.daily.slice(0, -21);
    const wave = data.daily.slice(-21);
    for (const { pass_rate } of before) expect(pass_rate).toBeGreaterThan(50);
    for (const { pass_rate } of wave) expect(pass_rate).toBeLessThan(20);
    const failures = await read<Sources>(urls[4]);
    expect(failures.data).toHaveLength(6);
    for (const { policy_applied } of failures.data) expect(policy_applied).toBe("reject");
    const emails = wave.reduce((sum, day) => sum + day.emails, 0);
    expect(failures.meta.total_failures).toBeGreaterThan(emails / 2);
  });

  test("running it again, even days later, changes no number", async () => {
    const before = await Promise.all(urls.map(readJudged));
    await runDemo("0 new, 1620 already present");
    await runDemo("0 new, 1620 already present", { NODE_OPTIONS: `--import ${toModule(THREE_DAYS_LATER)}` });
    expect(await Promise.all(urls.map(readJudged))).toEqual(before);
  }, 90_000);

  test("it needs neither a running service nor existing data", async () => {
    const emptyDir = createDataDir();
    const { code, stdout } = await runCommand(["demo"], { ...environment, RUAFLOW_DATA_DIR: emptyDir });
    await removeDataDir(emptyDir);
    expect(stdout).toContain("1620 new");
    expect(code).toBe(0);
  }, 120_000);

  test("for a second organization it says that the domains are taken", async () => {
    const created = await runCommand(["orgs", "create", "Other", "--json"], environment);
    const { code, stderr } = await runCommand(["demo", "--org", JSON.parse(created.stdout).id], environment);
    expect(stderr).toContain("belong to another organization");
    expect(code).toBe(2);
  }, 60_000);
});

/** Source of a module that sets a process's clock forward. */
const THREE_DAYS_LATER = `
  const Clock = Date;
  const later = () => Clock.now() + 3 * 86_400_000;
  globalThis.Date = class extends Clock {
    constructor(...given) { super(...(given.length > 0 ? given : [later()])); }
    static now() { return later(); }
  };`;

function toModule(source: string): string {
  return `data:text/javascript,${encodeURIComponent(source)}`;
}

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MetadataStore } from "@ruaflow/metadata-store";
import type { Scope } from "@ruaflow/metadata-store/tenants";
import { startMetadataStore } from "@ruaflow/metadata-store/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "../../../../test/support/service.ts";

let running: Awaited<ReturnType<typeof startMetadataStore>>;
let tenants: MetadataStore["tenants"];
let organizationId: string;
let dataDir: string;

beforeAll(async () => {
  running = await startMetadataStore();
  tenants = running.store.tenants;
  organizationId = (await tenants.createOrganization({ name: "First", plan: "free" })).id;
  dataDir = await mkdtemp(join(tmpdir(), "ruaflow-sign-in-"));
});

afterAll(async () => {
  await running.stop();
  await rm(dataDir, { recursive: true });
});

const createKey = async (scopes: readonly Scope[], owner = organizationId) =>
  (await tenants.createApiKey(owner, { name: "test", scopes })).apiKey.id;

const run = (...args: string[]) =>
  runCommand(["sign-in", ...args], { DATABASE_URL: running.url, RUAFLOW_DATA_DIR: dataDir, RUAFLOW_PORT: "8123" });

const LINK = /^http:\/\/127\.0\.0\.1:8123\/sign-in#([A-Za-z0-9_-]{27})\n$/;

async function readKeyOf(link: string) {
  return tenants.useSignInLink(LINK.exec(link)?.[1] ?? "");
}

test("the link is that of the port, and signs in with the oldest key that manages keys", async () => {
  const refused = await run();
  expect([refused.code, refused.stdout]).toEqual([2, ""]);
  expect(refused.stderr).toContain("ruaflow keys create");
  await createKey(["reports:read"]);
  const admin = await createKey(["keys:admin"]);
  const { code, stdout } = await run();
  expect([code, stdout]).toEqual([0, expect.stringMatching(LINK)]);
  expect(await readKeyOf(stdout)).toMatchObject({ keyId: admin, organizationId });
});

test("another key can be named, also for scripts; an unknown one is refused", async () => {
  const viewer = await createKey(["reports:read"]);
  const { link, ...facts }: { link: string } = JSON.parse((await run("--key", viewer, "--json")).stdout);
  expect(facts).toEqual({ key_id: viewer, expires_at: expect.stringMatching(/Z$/) });
  expect(await readKeyOf(`${link}\n`)).toMatchObject({ keyId: viewer, scopes: ["reports:read"] });
  const { code, stdout, stderr } = await run("--key", "unknown");
  expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining("There is no valid key unknown")]);
});

test("of several organizations one must be named, and its keys alone count", async () => {
  const other = (await tenants.createOrganization({ name: "Second", plan: "free" })).id;
  const key = await createKey(["keys:admin"], other);
  const refused = await run();
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(`  ${other}  Second`)]);
  expect(await readKeyOf((await run("--org", "Second")).stdout)).toMatchObject({ keyId: key, organizationId: other });
  expect((await run("--org", organizationId, "--key", key)).code).toBe(2);
});

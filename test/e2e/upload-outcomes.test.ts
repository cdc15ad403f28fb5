import { aReport } from "@ruaflow/report/testing";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { joinService, type Tenant } from "../support/join-service.ts";
import { ask } from "../support/service.ts";
import { upload } from "../support/upload.ts";

const DOMAIN = "uploaded.example";
let service: Tenant;
let key: string;

beforeAll(async () => {
  service = await joinService();
  key = service.key;
  await service.run("domains", "add", DOMAIN, "--org", service.organization);
});

afterAll(() => service.leave());

const writeReport = (count: number) =>
  aReport({ reportId: "quick", policyPublished: { domain: DOMAIN }, records: [{ count }] });

interface Status {
  readonly data: { readonly final: boolean; readonly entries: readonly { readonly outcome: string }[] };
}

test("concurrent uploads of one report: the status URL shows every outcome that an answer leaves open", async () => {
  const files = [1, 1, 2].map((count) => ({ name: "quick.xml", body: writeReport(count) }));
  const answers = (await Promise.all(files.map((file) => upload(service, key, file)))).flat();
  const outcomes = await Promise.all(
    answers.map(async ({ final, outcome, status_url: url }) => {
      if (final) return outcome;
      return vi.waitFor(
        async () => {
          const { body } = await ask<Status>(service, key, url);
          expect(body.data.final).toBe(true);
          return body.data.entries[0]?.outcome;
        },
        { timeout: 20_000, interval: 100 },
      );
    }),
  );
  // Any of them may be first: of two contents one counts, and only its copy is a duplicate.
  expect(outcomes.filter((outcome) => outcome === "stored")).toHaveLength(1);
  expect(outcomes[2] === "stored" ? ["conflict", "conflict", "stored"] : ["conflict", "duplicate", "stored"]).toEqual(
    [...outcomes].sort(),
  );
});

import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  ask,
  createDataDir,
  type RunningService,
  removeDataDir,
  runOrThrow,
  startService,
} from "../support/service.ts";
import { upload } from "../support/upload.ts";

const dataDir = createDataDir();
let service: RunningService;
let key: string;

beforeAll(async () => {
  service = await startService(dataDir);
  key = service.key ?? "";
  await runOrThrow(["domains", "add", "example.com"], { RUAFLOW_DATA_DIR: dataDir });
}, 60_000);

afterAll(async () => {
  await service.stop();
  await removeDataDir(dataDir);
});

function writeReport(count: number): string {
  return `<?xml version="1.0"?><feedback><report_metadata><org_name>receiver.example</org_name><report_id>quick</report_id>
<date_range><begin>1790812800</begin><end>1790899199</end></date_range></report_metadata>
<policy_published><domain>example.com</domain><p>none</p></policy_published><record><row><source_ip>192.0.2.1</source_ip>
<count>${count}</count><policy_evaluated><disposition>none</disposition><dkim>pass</dkim><spf>fail</spf></policy_evaluated>
</row><identifiers><header_from>example.com</header_from></identifiers><auth_results/></record></feedback>`;
}

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

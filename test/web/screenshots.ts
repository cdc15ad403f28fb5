// `npm run screenshots [-- FOLDER]`: the pictures of README and docs, from the demo's reports. Their days are those of the run.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { paths } from "../../apps/web/src/paths.ts";
import { type Demo, startDemo } from "./demo/demo.ts";

interface Picture {
  readonly name: string;
  readonly path: string;
  readonly scheme?: "light" | "dark";
  readonly width?: number;
  readonly height?: number;
}

const folder = process.argv[2] ?? fileURLToPath(new URL("../../docs/pictures", import.meta.url));
await mkdir(folder, { recursive: true });
const demo = await startDemo({ environment: { RUAFLOW_ALERTS_EVERY_MS: "5000" } });
try {
  console.log("waiting for the first round of what needs attention");
  await waitForAttention(demo);
  for (const picture of await listPictures(demo)) {
    await take(demo, picture);
    console.log(`${picture.name}.png: ${picture.path}`);
  }
} finally {
  await demo.stop();
}

/** The demo's wave of forged mail is found by the first rounds after it has come. */
async function waitForAttention({ read }: Demo): Promise<void> {
  const end = Date.now() + 180_000;
  while ((await read<{ meta: { total: number } }>("/api/v1/domains/attention?per_page=1")).meta.total === 0) {
    if (Date.now() > end) throw new Error("Nothing needed attention within three minutes.");
    await sleep(1000);
  }
}

async function listPictures({ read }: Demo): Promise<Picture[]> {
  const { data: domains } = await read<{ data: { id: string }[] }>("/api/v1/domains?search=northfield&per_page=1");
  const { data: reports } = await read<{ data: { id: string }[] }>("/api/v1/reports?per_page=1&sort=-total_count");
  const [domain, report] = [domains[0]?.id ?? "", reports[0]?.id ?? ""];
  return [
    { name: "overview", path: `${paths.overview}?days=90` },
    { name: "overview-dark", path: `${paths.overview}?days=90`, scheme: "dark" },
    { name: "overview-narrow", path: `${paths.overview}?days=30`, width: 390, height: 844 },
    { name: "failures", path: `${paths.failures}?days=90` },
    { name: "readiness", path: `/domains/${domain}?tab=readiness&days=90` },
    { name: "report", path: `/reports/${report}`, width: 1600 },
  ];
}

async function take({ openSignedIn, service }: Demo, picture: Picture): Promise<void> {
  const { name, path, scheme = "light", width = 1280, height = 860 } = picture;
  const tab = await openSignedIn({ viewport: { width, height }, colorScheme: scheme });
  await tab.open(path);
  if (tab.problems.length > 0) throw new Error(`${service.url}${path}: ${tab.problems.join("; ")}`);
  await tab.page.screenshot({ path: join(folder, `${name}.png`) });
  await tab.close();
}

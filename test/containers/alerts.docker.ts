import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { provideImages } from "../../infra/docker/stand-ins/base-images.ts";
import { readComposeFile } from "../support/compose-file.ts";
import { buildImage } from "./build-image.ts";
import { APPS, type ComposeProject, createComposeProject } from "./compose-project.ts";

const STOPPED = ["api", "ingest", "keeper", "webhook-dispatcher"];
/** A missing role is alerted of after four and a half minutes. */
const ALERT_WITHIN_MS = 420_000;
/** Longer than an interval of scraping. */
const LIFE_MS = 18_000;
const RESTARTS = 6;

interface Alert {
  readonly state: string;
  readonly labels: Readonly<Record<string, string>>;
}

interface Answer {
  readonly alerts: readonly Alert[];
  readonly activeTargets: readonly Pick<Alert, "labels">[];
}

describe("Prometheus with the rules, which finds the apps by DNS", () => {
  let project: ComposeProject;
  beforeAll(async () => {
    const { image } = readComposeFile("infra/compose/observability.yml").services.prometheus ?? {};
    await provideImages([image ?? ""]);
    await buildImage();
    project = await createComposeProject({ observed: true });
    await project.compose("up", "--detach", "--wait", "--no-build", "prometheus", ...APPS);
  });
  afterAll(() => project?.remove(), 120_000);

  const ask = async (path: string) => {
    const response = await fetch(`${await project.findUrl("prometheus", 9090)}/api/v1/${path}`);
    const { data }: { data: Answer } = JSON.parse(await response.text());
    return data;
  };
  const listFiring = async (name: string, label: string) => {
    const { alerts } = await ask("alerts");
    const firing = alerts.filter(({ state, labels }) => state === "firing" && labels.alertname === name);
    return firing.map(({ labels }) => labels[label]).sort();
  };
  const countPending = async () => (await ask("alerts")).alerts.length;

  test("every app is scraped, and none is missed", async () => {
    const { activeTargets } = await ask("targets");
    expect(activeTargets.map(({ labels }) => labels.app).sort()).toEqual(APPS.toSorted());
    await expect.poll(countPending, { timeout: ALERT_WITHIN_MS, interval: 5000 }).toBe(0);
  }, 600_000);

  test("each app that ends and starts again and again is named, though it is up whenever it is asked", async () => {
    for (let restart = 0; restart < RESTARTS; restart += 1) {
      await project.compose("restart", "--timeout", "0", "ingest");
      await sleep(LIFE_MS);
    }
    const list = () => listFiring("RuaflowRestarting", "app");
    await expect.poll(list, { timeout: 60_000, interval: 5000 }).toEqual(["ingest"]);
  }, 600_000);

  test("each app that is stopped is missed, though its target is gone", async () => {
    await project.compose("stop", ...STOPPED);
    const list = () => listFiring("RuaflowRoleMissing", "role");
    await expect.poll(list, { timeout: ALERT_WITHIN_MS, interval: 5000 }).toEqual(STOPPED);
    const { activeTargets } = await ask("targets");
    expect(activeTargets).toHaveLength(APPS.length - STOPPED.length);
  }, 600_000);
});

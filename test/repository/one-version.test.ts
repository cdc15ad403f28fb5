import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import openapi from "../../apps/api/openapi.json" with { type: "json" };

test("packages, chart and API have one version", () => {
  const manifests = ["package.json", ...globSync("{libs,apps}/*/package.json")];
  const versions = manifests.map((path) => JSON.parse(readFileSync(path, "utf8")).version);
  const chart = readFileSync("infra/helm/ruaflow/Chart.yaml", "utf8");
  const charted = [...chart.matchAll(/^(?:version|appVersion): "?([\d.]+)"?$/gm)].map(([, version]) => version);
  expect(charted).toHaveLength(2);
  expect(new Set([...versions, ...charted, openapi.info.version]).size).toBe(1);
});

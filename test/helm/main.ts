// `npm run test:helm`: lints and renders the chart, checks what it renders, and validates it against Kubernetes' schemas.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseAllDocuments } from "yaml";
import { installPythonPackage } from "../support/python-package.ts";
import { apps } from "./apps.ts";
import { findFaults, type Resource } from "./rendered-chart.ts";

const folder = mkdtempSync(join(tmpdir(), "ruaflow-helm-"));
const chart = fileURLToPath(new URL("../../infra/helm/ruaflow", import.meta.url));
/** The oldest release that the chart allows, and a recent one. */
const KUBERNETES_VERSIONS = ["1.29.0", "1.34.0"];
const VALIDATOR = { name: "kubernetes-validate", version: "1.37.0" };
/** Kinds of operators, whose schemas are not Kubernetes' own. */
const FOREIGN_KINDS = ["ScaledObject", "PodMonitor"];

const mail = ["apps.smtp-receiver.enabled=true", "reportDomain=in.example", "smtpCertificateSecret=tls"];
const extras = ["networkPolicy", "autoscaling", "podMonitor", "ingress"].map((name) => `${name}.enabled=true`);
const ingress = ["ingress.host=api.example", "ingress.tlsSecret=tls"];
const shared = ["config.CLICKHOUSE_CLUSTER=main", "serviceAccountName=ruaflow"];
const VARIANTS: Readonly<Record<string, readonly string[]>> = {
  "the default": [],
  "what every app shares": shared,
  "the README's files": [`@${writeExample()}`],
  everything: [...mail, ...extras, ...ingress, "apps.collector.enabled=true"],
};

/** Values that the chart must refuse, and what it says. */
const REFUSED: Readonly<Record<string, readonly [value: string, text: string]>> = {
  "mail without a domain": ["apps.smtp-receiver.enabled=true", "the smtp-receiver needs reportDomain"],
  "an unknown app": ["apps.smpt-receiver.enabled=true", "smpt-receiver"],
  "a secret without a reference": ["apps.keeper.secrets={NOWHERE}", "secrets.NOWHERE is not set"],
  "the former watcher": ["apps.watcher.replicas=2", "apps.watcher is now part of apps.keeper: move its values there"],
  "the former source-enricher": [
    "apps.source-enricher.enabled=false",
    "apps.source-enricher is now part of apps.keeper",
  ],
  "a retention that the keeper does not get": [
    "apps.api.config.RUAFLOW_QUARANTINE_DAYS=365",
    "apps.api has RUAFLOW_QUARANTINE_DAYS, which the keeper needs, too",
  ],
  "a login to Kafka that the keeper does not get": [
    "apps.ingest.secrets={DATABASE_URL,KAFKA_SASL_PASSWORD}",
    "apps.ingest has KAFKA_SASL_PASSWORD, which the keeper needs, too",
  ],
};

let failed = 0;

function report(what: string, faults: readonly string[]): void {
  if (faults.length > 0) failed += 1;
  console.log(`${faults.length === 0 ? "ok" : "FAILED"}  ${what}`);
  for (const fault of faults) console.log(`        ${fault}`);
}

function helm(...args: readonly string[]) {
  return spawnSync("helm", args, { encoding: "utf8" });
}

/** Renders with values, `NAME=VALUE` or `@FILE`. */
function render(values: readonly string[], version: string) {
  const given = values.flatMap((value) => (value.startsWith("@") ? ["--values", value.slice(1)] : ["--set", value]));
  return helm("template", "r", chart, "--kube-version", version, ...given);
}

/** The values.yaml that the chart's README shows, as a file. */
function writeExample(): string {
  const [, example = ""] = readFileSync(join(chart, "README.md"), "utf8").match(/```yaml\n([^`]+)```/) ?? [];
  const file = join(folder, "example.yaml");
  writeFileSync(file, example);
  return file;
}

/** Faults that the validator finds; kinds without a schema are only warnings. */
function validate(text: string, version: string, folder: string): string[] {
  const file = join(folder, "rendered.yaml");
  writeFileSync(file, text);
  const command = join(installPythonPackage(VALIDATOR), VALIDATOR.name);
  const { stdout, stderr } = spawnSync(command, ["--strict", "-k", version, file], { encoding: "utf8" });
  const lines = `${stdout}${stderr}`.split("\n").filter((line) => line !== "" && !line.startsWith("INFO"));
  const passed = `${stdout}${stderr}`.match(/^INFO .* passed/gm)?.length ?? 0;
  const kinds = text.match(/^kind: .*$/gm)?.map((line) => line.slice("kind: ".length)) ?? [];
  const expected = kinds.filter((kind) => !FOREIGN_KINDS.includes(kind)).length;
  const faults = lines.filter((line) => !FOREIGN_KINDS.some((kind) => line.includes(`for kind ${kind} `)));
  return passed === expected ? faults : [...faults, `${passed} of ${expected} resources were validated`];
}

if (helm("version").status !== 0) {
  console.error("##### helm is missing: the chart was NOT tested. Install helm 3 and put it on PATH. #####");
  process.exit(1);
}
execFileSync("helm", ["version", "--short"], { stdio: "inherit" });
for (const version of KUBERNETES_VERSIONS) {
  const lint = helm("lint", "--strict", "--kube-version", version, chart);
  report(`helm lint for ${version}`, lint.status === 0 ? [] : [lint.stdout + lint.stderr]);
  for (const [name, values] of Object.entries(VARIANTS)) {
    const { status, stdout, stderr } = render(values, version);
    if (status !== 0) {
      report(`${name} for ${version} renders`, [stderr]);
      continue;
    }
    const resources: Resource[] = parseAllDocuments(stdout).map((document) => document.toJS());
    report(`${name} for ${version}: ${resources.length} resources as they should be`, findFaults(resources, apps));
    report(`${name} for ${version}: valid for Kubernetes`, validate(stdout, version, folder));
  }
}
for (const [name, [value, text]] of Object.entries(REFUSED)) {
  const { status, stderr } = render([value], "1.34.0");
  const faults = status === 0 ? [`--set ${value} was rendered`] : [];
  report(`${name} is refused`, stderr.includes(text) ? faults : [...faults, `it does not say "${text}": ${stderr}`]);
}
rmSync(folder, { recursive: true });
process.exit(failed === 0 ? 0 : 1);

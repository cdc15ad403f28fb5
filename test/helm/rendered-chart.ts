interface Container {
  readonly name: string;
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly envFrom?: readonly { readonly configMapRef?: { readonly name: string } }[];
  readonly startupProbe?: unknown;
  readonly livenessProbe?: unknown;
  readonly readinessProbe?: unknown;
  readonly securityContext?: Readonly<Record<string, unknown>>;
  readonly volumeMounts?: readonly { readonly mountPath: string }[];
}

/** What the checks read of a rendered resource. */
export interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly template?: {
      readonly spec: {
        readonly containers: readonly Container[];
        readonly securityContext?: Readonly<Record<string, unknown>>;
        readonly enableServiceLinks?: boolean;
        readonly serviceAccountName?: string;
        readonly volumes?: readonly { readonly name: string }[];
      };
    };
  };
}

interface KnownApp {
  readonly name: string;
  readonly settings: object;
}

/** What is wrong with the resources of a release called `r`. */
export function findFaults(resources: readonly Resource[], apps: readonly KnownApp[]): string[] {
  const has = (kind: string, name: string) =>
    resources.some((resource) => resource.kind === kind && resource.metadata.name === name);
  const deployed = apps.filter(({ name }) => has("Deployment", `r-${name}`));
  const missing = deployed.flatMap(({ name }) =>
    ["Service", "PodDisruptionBudget", "ConfigMap"]
      .filter((kind) => !has(kind, `r-${name}`))
      .map((kind) => `${name} has no ${kind}`),
  );
  const isolated = has("NetworkPolicy", "r-api")
    ? deployed
        .filter(({ name }) => !has("NetworkPolicy", `r-${name}`))
        .map(({ name }) => `${name} has no NetworkPolicy`)
    : [];
  const few = deployed.length < 5 ? [`only ${deployed.length} apps are deployed`] : [];
  return [
    ...few,
    ...missing,
    ...isolated,
    ...resources.flatMap(findPodFaults),
    ...findUnknownSettings(resources, deployed),
    ...findWhatMigrateLacks(resources),
  ];
}

/** What every app has and the job that migrates has not: a setting, a file or the rights of an account. */
function findWhatMigrateLacks(resources: readonly Resource[]): string[] {
  const [job, ...others] = resources
    .filter(({ kind }) => ["Job", "Deployment"].includes(kind))
    .toSorted((one, other) => other.kind.localeCompare(one.kind))
    .map((resource) => listGiven(resource, resources));
  const [first = [], ...rest] = others;
  const shared = first.filter((given) => rest.every((one) => one.includes(given)));
  if (shared.length === 0) return ["the apps share no setting"];
  return shared.filter((given) => job?.includes(given) !== true).map((given) => `the job that migrates lacks ${given}`);
}

/** All that the values give a pod: its settings, mounted files and account. */
function listGiven({ spec }: Resource, resources: readonly Resource[]): string[] {
  const { containers = [], volumes = [], serviceAccountName = "default" } = spec?.template?.spec ?? {};
  const maps = containers.flatMap(({ envFrom = [] }) => envFrom.map(({ configMapRef }) => configMapRef?.name));
  const settings = resources
    .filter(({ kind, metadata }) => kind === "ConfigMap" && maps.includes(metadata.name))
    .flatMap(({ data = {} }) => Object.entries(data).map((pair) => pair.join("=")));
  const paths = containers.flatMap(({ volumeMounts = [] }) => volumeMounts.map(({ mountPath }) => mountPath));
  return [...settings, ...paths, ...volumes.map(({ name }) => name), `account ${serviceAccountName}`];
}

function findPodFaults({ kind, metadata, spec }: Resource): string[] {
  const pod = spec?.template?.spec;
  if (pod === undefined) return [];
  const faults = pod.securityContext?.runAsNonRoot === true ? [] : ["may run as root"];
  // A service "ruaflow-api" would otherwise set RUAFLOW_API_PORT, among others.
  if (pod.enableServiceLinks !== false) faults.push("gets variables of services");
  for (const container of pod.containers) {
    const { securityContext = {}, volumeMounts = [] } = container;
    if (securityContext.readOnlyRootFilesystem !== true) faults.push("can write its root file system");
    if (securityContext.allowPrivilegeEscalation !== false) faults.push("can gain privileges");
    const writable = volumeMounts.map(({ mountPath }) => mountPath);
    for (const path of ["/tmp", "/var/lib/ruaflow"]) if (!writable.includes(path)) faults.push(`cannot write ${path}`);
    if (container.env?.some(({ value }) => value !== undefined)) faults.push("has a secret in the clear");
    const probes = [container.startupProbe, container.livenessProbe, container.readinessProbe];
    if (kind === "Deployment" && probes.includes(undefined)) faults.push("lacks a probe");
  }
  return faults.map((fault) => `${kind} ${metadata.name} ${fault}`);
}

/** Variables of the product that an app would warn about at its start. */
function findUnknownSettings(resources: readonly Resource[], deployed: readonly KnownApp[]): string[] {
  return deployed.flatMap(({ name, settings }) => {
    const own = resources.filter(({ metadata }) => metadata.name === `r-${name}`);
    const containers = own.flatMap(({ spec }) => spec?.template?.spec.containers ?? []);
    const secrets = containers.flatMap(({ env = [] }) => env.map((one) => one.name));
    const names = [...own.flatMap(({ data = {} }) => Object.keys(data)), ...secrets];
    const unknown = names.filter((one) => one.startsWith("RUAFLOW_") && !(one in settings));
    return unknown.map((one) => `${name} does not know ${one}`);
  });
}

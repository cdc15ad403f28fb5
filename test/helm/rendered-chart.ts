interface Container {
  readonly name: string;
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
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
  const few = deployed.length < 6 ? [`only ${deployed.length} apps are deployed`] : [];
  return [
    ...few,
    ...missing,
    ...isolated,
    ...resources.flatMap(findPodFaults),
    ...findUnknownSettings(resources, deployed),
  ];
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

/** One dependency of the service, as `/readyz` tells of it. */
export interface Dependency {
  readonly name: string;
  readonly status: string;
  readonly detail?: string;
}

const PROBE_MS_MAX = 5000;

/** Asks a service whether it is ready; `null` when nothing answers there as Ruaflow does. */
export async function readReadiness(url: string): Promise<readonly Dependency[] | null> {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(PROBE_MS_MAX) });
    const body: unknown = await response.json();
    if (typeof body !== "object" || body === null || !("checks" in body) || !Array.isArray(body.checks)) return null;
    return body.checks;
  } catch {
    return null;
  }
}

/** The roles of the service, as its metrics have them; `null` when it does not tell. */
export async function readRoles(url: string): Promise<readonly string[] | null> {
  try {
    const response = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(PROBE_MS_MAX) });
    const roles = [...(await response.text()).matchAll(/^ruaflow_role_info\{role="([a-z-]+)"\} 1$/gm)];
    return roles.length === 0 ? null : roles.map(([, role = ""]) => role);
  } catch {
    return null;
  }
}

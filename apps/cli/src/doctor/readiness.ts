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

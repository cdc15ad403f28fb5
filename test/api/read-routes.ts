import type { HttpServer } from "@ruaflow/http";

export const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof METHODS)[number];

export interface Route {
  readonly method: Method;
  /** `/api/v1/reports/:id` */
  readonly path: string;
}

/** Every route of the router, read from the tree that it prints, so that no schema can hide one. */
export async function readRoutes(server: HttpServer): Promise<Route[]> {
  await server.ready();
  const parents: string[] = [];
  const routes: Route[] = [];
  for (const line of server.printRoutes({ commonPrefix: false }).split("\n")) {
    const found = line.match(/^([│ ]*)[├└]── (\S+)(?: \((.+)\))?$/);
    if (!found) continue;
    const [, indent = "", segment = "", names = ""] = found;
    const depth = indent.length / 4;
    const path = (depth === 0 ? "" : parents[depth - 1]) + segment;
    parents[depth] = path;
    for (const method of METHODS) if (names.split(", ").includes(method)) routes.push({ method, path });
  }
  return routes;
}

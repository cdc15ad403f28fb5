// The configuration of the page leaves tests out, so a file of theirs names its JSX itself.
/** @jsxImportSource preact */

import type { Query } from "@tanstack/query-core";
import type { ComponentChildren } from "preact";
import { LocationProvider } from "preact-iso";
import prerender, { locationStub } from "preact-iso/prerender";
import { type Service, ServiceProvider, useService } from "../data/service.tsx";
import { type Scope, type Session, SessionContext } from "../session/session.ts";
import { Views } from "../views/views.tsx";

/** Views of views ask in turn; more rounds than this would mean that a view never settles. */
const ROUNDS_MAX = 10;

const SCOPES: readonly Scope[] = [
  "reports:read",
  "domains:read",
  "domains:write",
  "webhooks:read",
  "ingest:write",
  "keys:admin",
];

const session = {
  csrf_token: "none",
  key: { name: "test", scopes: SCOPES },
  organization: { name: "Test" },
} as unknown as Session;

/**
 * The HTML of the view at an address of the page, once every question that it asks has its answer. Questions go through the global
 * `fetch`.
 *
 * @throws if a question fails
 */
export function renderView(address: string): Promise<string> {
  return renderPart(<Views />, address);
}

/** The HTML of a part of a view, as {@link renderView} has it. */
export async function renderPart(part: ComponentChildren, address = "/"): Promise<string> {
  locationStub(address);
  const answers = new Map<string, readonly [key: readonly unknown[], data: unknown]>();
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const { html, waiting } = await renderOnce(part, answers);
    if (waiting.length === 0) return html;
    for (const query of waiting) answers.set(query.queryHash, [query.queryKey, await query.fetch()]);
  }
  throw new Error(`${address} asks again and again`);
}

/** One pass with the answers so far, and the questions that are still without one. */
async function renderOnce(
  part: ComponentChildren,
  answers: ReadonlyMap<string, readonly [key: readonly unknown[], data: unknown]>,
) {
  let service: Service | undefined;
  // Rendered before the views: each pass begins with an empty cache.
  const Fill = () => {
    service = useService();
    for (const [key, data] of answers.values()) service.cache.setQueryData(key, data);
    return null;
  };
  const { html } = await prerender(
    <LocationProvider>
      <SessionContext.Provider value={{ session, signOut: () => undefined }}>
        <ServiceProvider csrfToken="none" onSignedOut={() => undefined}>
          <Fill />
          {part}
        </ServiceProvider>
      </SessionContext.Provider>
    </LocationProvider>,
  );
  return { html, waiting: service?.cache.getQueryCache().getAll().filter(isWaiting) ?? [] };
}

function isWaiting({ state, options }: Query): boolean {
  const isReady = !("enabled" in options) || options.enabled !== false;
  return isReady && state.data === undefined;
}

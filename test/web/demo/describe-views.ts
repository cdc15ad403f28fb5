import { expect, test } from "vitest";
import { findBarriers } from "../support/browse.ts";
import type { Demo } from "./demo.ts";
import { listViews } from "./list-views.ts";

/** A view that needs more asks for what another one has. */
const REQUESTS_MAX = 12;

/** On the widest screen only the layout can differ. */
const SCREENS = [
  { width: 1280, height: 900, colorScheme: "light", hasAxe: true },
  { width: 360, height: 780, colorScheme: "dark", hasAxe: true },
  { width: 2560, height: 1300, colorScheme: "light", hasAxe: false },
] as const;

export function describeViews(get: () => Demo): void {
  test.for(SCREENS)(
    "each view on a screen of $width px, $colorScheme: no error, no barrier, nothing too wide, few requests",
    { timeout: 180_000 },
    async ({ width, height, colorScheme, hasAxe }) => {
      const tab = await get().openSignedIn({ viewport: { width, height }, colorScheme });
      for (const { path, heading } of await listViews(get())) {
        tab.takeRequests();
        await tab.open(path);
        await tab.page.getByRole("heading", { level: 1, name: heading }).waitFor();
        const excess = await tab.page.evaluate(
          "document.documentElement.scrollWidth - document.documentElement.clientWidth",
        );
        const requests = tab.takeRequests();
        const alerts = await tab.page.getByRole("alert").allTextContents();
        expect({
          path,
          excess,
          alerts,
          barriers: hasAxe ? await findBarriers(tab) : [],
          problems: tab.problems,
        }).toEqual({
          path,
          excess: 0,
          alerts: [],
          barriers: [],
          problems: [],
        });
        expect(requests.length, `${path}: ${requests.join(" ")}`).toBeLessThanOrEqual(REQUESTS_MAX);
        expect(new Set(requests).size, `${path} asks twice: ${requests.join(" ")}`).toBe(requests.length);
      }
      await tab.close();
    },
  );
}

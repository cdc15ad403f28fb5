import { expect, test } from "vitest";
import { findBarriers, type Tab } from "../support/browse.ts";
import type { Demo } from "./demo.ts";
import { listViews } from "./list-views.ts";

/** A view that needs more asks for what another one has. */
const REQUESTS_MAX = 13;

/** On the widest screen only the layout can differ. */
const SCREENS = [
  { width: 1280, height: 900, colorScheme: "light", hasAxe: true },
  { width: 360, height: 780, colorScheme: "dark", hasAxe: true },
  { width: 2560, height: 1300, colorScheme: "light", hasAxe: false },
] as const;

/** What a view must not have on any screen. */
async function findFaults(tab: Tab): Promise<string[]> {
  const faults: string[] = [];
  for (const { hasAxe, colorScheme, ...size } of SCREENS) {
    await tab.page.setViewportSize(size);
    await tab.page.emulateMedia({ colorScheme });
    // Charts are drawn anew in the frame after.
    await tab.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))");
    const excess = Number(
      await tab.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"),
    );
    const found = [...(excess > 0 ? [`${excess} px too wide`] : []), ...(hasAxe ? await findBarriers(tab) : [])];
    faults.push(...found.map((fault) => `${size.width} px, ${colorScheme}: ${fault}`));
  }
  return faults;
}

export function describeViews(get: () => Demo): void {
  test("three screens, light and dark: no error, no barrier, nothing too wide, few requests", {
    timeout: 300_000,
  }, async () => {
    const tab = await get().openSignedIn();
    for (const { path, heading } of await listViews(get())) {
      await tab.page.setViewportSize(SCREENS[0]);
      tab.takeRequests();
      await tab.open(path);
      await tab.page.getByRole("heading", { level: 1, name: heading }).waitFor();
      const requests = tab.takeRequests();
      const alerts = await tab.page.getByRole("alert").allTextContents();
      expect({ path, alerts, faults: await findFaults(tab), problems: tab.problems }).toEqual({
        path,
        alerts: [],
        faults: [],
        problems: [],
      });
      expect(requests.length, `${path}: ${requests.join(" ")}`).toBeLessThanOrEqual(REQUESTS_MAX);
      expect(new Set(requests).size, `${path} asks twice: ${requests.join(" ")}`).toBe(requests.length);
    }
    await tab.close();
  });
}

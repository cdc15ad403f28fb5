import { expect, test } from "vitest";
import { openTab, signIn } from "../support/browse.ts";
import type { Demo } from "./demo.ts";

interface CreatedKey {
  readonly data: { readonly id: string; readonly key: string };
}

export function describeSession(get: () => Demo): void {
  const createKey = async (scopes: readonly string[]) => {
    const { service, key } = get();
    const response = await fetch(`${service.url}/api/v1/api-keys`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "a colleague", scopes }),
    });
    const { data }: CreatedKey = JSON.parse(await response.text());
    return data;
  };
  const revoke = ({ id }: { readonly id: string }) =>
    fetch(`${get().service.url}/api/v1/api-keys/${id}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${get().key}` },
    });

  test("a wrong key is refused in words, and the right one opens the view that was asked for", async () => {
    const { browser, service, key } = get();
    const tab = await openTab(browser, service.url);
    await tab.open("/domains?client=none");
    await tab.page.getByLabel("API key").fill("ruaflow_wrong");
    await tab.page.getByRole("button", { name: "Sign in" }).click();
    await expect.poll(() => tab.page.getByRole("alert").textContent()).toContain("unknown, expired or revoked");
    await tab.page.getByLabel("API key").fill(key);
    await tab.page.getByRole("button", { name: "Sign in" }).click();
    await tab.page.getByRole("heading", { level: 1, name: "Domains" }).waitFor();
    expect(new URL(tab.page.url()).search).toBe("?client=none");
    await tab.close();
  });

  test("the browser keeps a cookie that no script can read, and no key", async () => {
    const tab = await get().openSignedIn();
    const seen = await tab.page.evaluate(
      "[document.cookie, JSON.stringify({ ...localStorage, ...sessionStorage })].join()",
    );
    const [cookie, ...others] = await tab.page.context().cookies();
    expect(cookie).toMatchObject({ name: "ruaflow_session", httpOnly: true, sameSite: "Strict", path: "/" });
    expect(others).toEqual([]);
    expect(String(seen)).not.toContain(cookie?.value);
    expect(String(seen)).not.toContain("ruaflow_");
    expect(tab.problems).toEqual([]);
    await tab.close();
  });

  test("a session lasts over a reload, and ends on signing out", async () => {
    const tab = await get().openSignedIn();
    await tab.open("/keys");
    await tab.page.getByRole("heading", { level: 1, name: "Keys" }).waitFor();
    await tab.page.getByRole("button", { name: "Sign out" }).click();
    await expect.poll(() => tab.page.getByRole("alert").textContent()).toContain("You have signed out");
    await tab.open("/keys");
    await tab.page.getByLabel("API key").waitFor();
    await tab.close();
  });

  test("a page whose key is revoked is signed out, and says so", async () => {
    const { browser, service } = get();
    const created = await createKey(["reports:read", "domains:read"]);
    const tab = await openTab(browser, service.url);
    await signIn(tab, created.key);
    await revoke(created);
    await tab.page.getByRole("link", { name: "Sources", exact: true }).click();
    await expect
      .poll(
        () =>
          tab.page
            .getByRole("alert")
            .textContent({ timeout: 1000 })
            .catch(() => ""),
        { timeout: 10_000 },
      )
      .toContain("Your session or its key has ended");
    await tab.close();
  });

  test("a key sees the views that its scopes allow, and asks for nothing else", async () => {
    const { browser, service } = get();
    const created = await createKey(["reports:read"]);
    const tab = await openTab(browser, service.url);
    await signIn(tab, created.key);
    const views = await tab.page.getByRole("navigation", { name: "Views" }).getByRole("link").allTextContents();
    expect(views).toEqual(["Overview", "Sources", "Failures", "Records", "Clients", "Reports", "Arrived", "Upload"]);
    await tab.open("/keys");
    await tab.page.getByText("This key may not see this view.").waitFor();
    expect(tab.problems).toEqual([]);
    await revoke(created);
    await tab.close();
  });

  test("a link from the terminal signs in once", async () => {
    const { browser, service, run } = get();
    const link = (await run("sign-in")).match(/\S+\/sign-in#\S+/)?.[0] ?? "";
    const tab = await openTab(browser, service.url);
    await tab.open(link.slice(service.url.length));
    await tab.page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    expect(tab.page.url()).not.toContain("#");
    const second = await openTab(browser, service.url);
    await second.open(link.slice(service.url.length));
    await second.page.getByLabel("API key").waitFor();
    expect(await second.page.getByRole("alert").textContent()).toContain("link");
    await tab.close();
    await second.close();
  });
}

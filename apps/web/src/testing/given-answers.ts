import { afterAll, beforeAll, vi } from "vitest";

/** Answers the page's requests by the beginning of their path; a request without an answer fails with its path. */
export function useGivenAnswers(answers: Readonly<Record<string, unknown>>): void {
  beforeAll(() => {
    vi.stubGlobal("fetch", async (input: string | URL | Request) => {
      const { pathname, search } = new URL(input instanceof Request ? input.url : input);
      const found = Object.keys(answers).find((start) => (pathname + search).startsWith(start));
      if (found === undefined) throw new Error(`there is no answer to ${pathname}${search}`);
      return Response.json(answers[found]);
    });
  });
  afterAll(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(globalThis, "location");
  });
}

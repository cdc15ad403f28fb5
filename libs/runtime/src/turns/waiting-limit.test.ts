import { expect, test } from "vitest";
import { createWaitingLimit, TooManyQuestionsError } from "./waiting-limit.ts";

test("an organization whose questions would wait for more than 30 s is refused, but never the first 20", async () => {
  const limit = createWaitingLimit((organization) => (organization === "slow" ? 10_000 : 100));
  const { promise: blocked, resolve: open } = Promise.withResolvers<void>();
  const ask = (organization: string) => limit.during({ organization, caller: "key" }, () => blocked);
  const begun = Array.from({ length: 20 }, () => ask("slow"));
  await expect(ask("slow")).rejects.toThrow(TooManyQuestionsError);
  await expect(ask("slow")).rejects.toMatchObject({ retryAfterS: 60 });
  begun.push(...Array.from({ length: 300 }, () => ask("quick")));
  open();
  await Promise.all(begun);
  await ask("slow");
});

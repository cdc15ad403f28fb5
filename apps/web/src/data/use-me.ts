import { useAnswer } from "./use-answer.ts";

/** What the session's key is: plan, features and limits. */
export function useMe() {
  return useAnswer({ key: ["me"], ask: (client, signal) => client.readMe({ signal }) });
}

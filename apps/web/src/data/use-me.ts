import { useSession } from "../session/session.ts";
import { useAnswer } from "./use-answer.ts";

/** Not of a shared link, which has no key. What the session's key is: plan, features and limits. */
export function useMe() {
  const isReady = !useSession().session.share;
  return useAnswer({ key: ["me"], ask: (client, signal) => client.readMe({ signal }), isReady });
}

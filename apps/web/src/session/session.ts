import type { Answer } from "@ruaflow/client";
import { createContext } from "preact";
import { useContext } from "preact/hooks";

/** Who is signed in: the key's name and scopes, and its organization. */
export type Session = NonNullable<Answer<"readSession">["data"]>;

export type Scope = Session["key"]["scopes"][number];

interface SignedIn {
  readonly session: Session;
  /** Ends the session here and in the service. */
  signOut(): void;
}

export const SessionContext = createContext<SignedIn | null>(null);

/** Only for what `SessionGate` shows, which is never shown without a session. */
export function useSession(): SignedIn {
  const signedIn = useContext(SessionContext);
  if (signedIn === null) throw new Error("There is no session.");
  return signedIn;
}

/** Whether the session's key has a scope. */
export function useScope(scope: Scope): boolean {
  return useSession().session.key.scopes.includes(scope);
}

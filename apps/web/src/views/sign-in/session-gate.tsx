import { createClient, RuaflowError } from "@ruaflow/client";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { ServiceProvider } from "../../data/service.tsx";
import { Loading } from "../../parts/states.tsx";
import { paths } from "../../paths.ts";
import { type Session, SessionContext } from "../../session/session.ts";
import { readSharedAddress } from "../../session/shared-link.ts";
import { OpenShared } from "./open-shared.tsx";
import { SignIn } from "./sign-in.tsx";

/** `undefined`: not known yet; `null`: not signed in. */
interface State {
  readonly session: Session | null | undefined;
  readonly message?: string;
  /** The secret of a shared link that is opened in a browser that is signed in with a key. */
  readonly waiting?: string;
}

/** What signs in, and what reads whether the browser is signed in: neither needs a session. */
const visitor = createClient({ baseUrl: location.origin, csrfToken: null });

/** Shows its children to people who are signed in, and everybody else how to sign in. */
export function SessionGate({ children }: { readonly children: ComponentChildren }) {
  const [{ session, message, waiting }, setState] = useState<State>({ session: undefined });
  const { path, route } = useLocation();

  useEffect(() => {
    openSession().then(setState);
  }, []);
  useEffect(() => {
    if (!session) return;
    if (path === paths.signIn) route(paths.overview, true);
    if (path === paths.share && waiting === undefined) route(readSharedAddress(location.search), true);
  }, [session, path, waiting]);

  if (session === undefined) return <Loading what="the page" />;
  if (session === null) return <SignIn message={message} signIn={(key) => signIn({ key }).then(setState)} />;
  if (waiting !== undefined) {
    return (
      <OpenShared
        signedIn={session}
        open={() => signIn({ share: waiting }).then(setState)}
        stay={() => {
          setState({ session });
          route(paths.overview, true);
        }}
      />
    );
  }
  const end = (text: string) => setState({ session: null, message: text });
  const signOut = () => {
    const { csrf_token: csrfToken } = session;
    createClient({ baseUrl: location.origin, csrfToken })
      .session.end()
      .then(
        () => end("You have signed out."),
        () =>
          end("This page is signed out, but the service did not answer. The session ends 12 hours after its last use."),
      );
  };
  return (
    <SessionContext.Provider value={{ session, signOut }}>
      <ServiceProvider key={session.csrf_token} csrfToken={session.csrf_token} onSignedOut={() => end(SIGNED_OUT)}>
        {children}
      </ServiceProvider>
    </SessionContext.Provider>
  );
}

const SIGNED_OUT = "Your session or its key has ended. Sign in again.";

/** A link from the terminal signs in once, a shared one until it expires; its secret is taken out of the address at once. */
async function openSession(): Promise<State> {
  const { pathname, hash, search } = location;
  const secret = pathname === paths.signIn || pathname === paths.share ? hash.slice(1) : "";
  if (secret !== "") history.replaceState(null, "", pathname + search);
  if (secret !== "" && pathname === paths.signIn) return signIn({ link: secret });
  const current = await visitor.session.read().then(({ data }) => ({ session: data }), toState);
  if (secret === "") return current;
  // A link must not sign anybody out who has not agreed.
  return current.session && !current.session.share ? { ...current, waiting: secret } : signIn({ share: secret });
}

type Credential = { readonly key: string } | { readonly link: string } | { readonly share: string };

async function signIn(credential: Credential): Promise<State> {
  return visitor.session.create(credential).then(({ data }) => ({ session: data }), toState);
}

function toState(error: unknown): State {
  return { session: null, message: error instanceof RuaflowError ? error.detail : String(error) };
}

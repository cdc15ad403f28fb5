import { Mark } from "../../parts/mark.tsx";
import type { Session } from "../../session/session.ts";

interface OpenSharedProps {
  readonly signedIn: Session;
  open(): void;
  stay(): void;
}

/** Asks before a shared link takes the place of a session with a key. */
export function OpenShared({ signedIn, open, stay }: OpenSharedProps) {
  return (
    <main class="sign-in">
      <h1>
        <Mark />
      </h1>
      <p>
        This browser is signed in to <strong>{signedIn.organization.name}</strong> with the key{" "}
        <strong>{signedIn.key.name}</strong>. Opening the shared link signs it out. A private window shows the link
        without that.
      </p>
      <p class="actions">
        <button type="button" class="primary" onClick={open}>
          Sign out and open the link
        </button>
        <button type="button" onClick={stay}>
          Stay signed in
        </button>
      </p>
    </main>
  );
}

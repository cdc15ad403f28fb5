import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { PaletteButton } from "../palette/palette-button.tsx";
import { DomainName } from "../parts/domain-name.tsx";
import { noteFocus } from "../parts/heading-focus.ts";
import { Mark } from "../parts/mark.tsx";
import { ThemeButton } from "../parts/theme.tsx";
import { paths } from "../paths.ts";
import { SavedViews } from "../saved-views/saved-views.tsx";
import { useSession } from "../session/session.ts";
import { Allowed } from "./allowed.tsx";
import { Connection } from "./connection.tsx";
import { Menu } from "./menu.tsx";
import { OnPaper } from "./on-paper.tsx";

/** What stands around each view: where one can go, and who is signed in. */
export function Shell({ children }: { readonly children: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false);
  const { path } = useLocation();
  const { session } = useSession();
  const main = useRef<HTMLElement>(null);
  const shownPath = useRef(path);
  // Before the new view is drawn, whose heading may take the focus.
  if (shownPath.current !== path) {
    shownPath.current = path;
    noteFocus();
  }
  useEffect(() => {
    setOpen(false);
    scrollTo(0, 0);
  }, [path]);
  return (
    <div class="shell">
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <header class="top">
        <a class="brand" href={paths.overview}>
          <Mark />
        </a>
        <button type="button" class="menu" aria-expanded={isOpen} aria-controls="menu" onClick={() => setOpen(!isOpen)}>
          Menu
        </button>
      </header>
      <div id="menu" class={isOpen ? "side open" : "side"}>
        <PaletteButton />
        <Menu path={path} />
        {!session.share && <SavedViews />}
        <Account />
      </div>
      <main id="main" ref={main} tabIndex={-1}>
        <OnPaper />
        <Connection />
        <Allowed path={path}>{children}</Allowed>
      </main>
    </div>
  );
}

function Account() {
  const { session, signOut } = useSession();
  return (
    <section class="account" aria-label="Account">
      <p>
        <strong>{session.organization.name}</strong>
        <br />
        <span class="muted">
          {session.share ? (
            <>
              shared: <DomainName name={session.share.subject} />
            </>
          ) : (
            `key ${session.key.name}`
          )}
        </span>
      </p>
      <p class="actions">
        <ThemeButton />
        {!session.share && <a href="/docs">API</a>}
        <button type="button" class="quiet" onClick={signOut}>
          Sign out
        </button>
      </p>
    </section>
  );
}

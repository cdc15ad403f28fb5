import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { useFilter } from "./filter/filter.ts";
import { Mark } from "./parts/mark.tsx";
import { ThemeButton } from "./parts/theme.tsx";
import { paths } from "./paths.ts";
import { type Scope, useSession } from "./session/session.ts";

interface Entry {
  readonly title: string;
  readonly path: string;
  /** Absent for those without the scope. */
  readonly scope: Scope;
  /** Opens the view as well. */
  readonly orScope?: Scope;
}

const ENTRIES: readonly Entry[] = [
  { title: "Overview", path: paths.overview, scope: "reports:read" },
  { title: "Attention", path: paths.attention, scope: "domains:read" },
  { title: "Sources", path: paths.sources, scope: "reports:read" },
  { title: "Failures", path: paths.failures, scope: "reports:read" },
  { title: "Clients", path: paths.clients, scope: "reports:read" },
  { title: "Domains", path: paths.domains, scope: "domains:read" },
  { title: "Reports", path: paths.reports, scope: "reports:read" },
  { title: "Submissions", path: paths.submissions, scope: "reports:read", orScope: "ingest:write" },
  { title: "Upload", path: paths.upload, scope: "ingest:write" },
  { title: "Webhooks", path: paths.webhooks, scope: "webhooks:read" },
  { title: "Keys", path: paths.keys, scope: "keys:admin" },
  { title: "Operator", path: paths.operator, scope: "operator" },
];

/** What stands around each view: where one can go, and who is signed in. */
export function Shell({ children }: { readonly children: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false);
  const { path } = useLocation();
  const main = useRef<HTMLElement>(null);
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
        <Menu path={path} />
        <Account />
      </div>
      <main id="main" ref={main} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

function Menu({ path }: { readonly path: string }) {
  const { session } = useSession();
  const { linkTo } = useFilter();
  const isHere = (entry: Entry) => path === entry.path || (entry.path !== "/" && path.startsWith(`${entry.path}/`));
  return (
    <nav aria-label="Views">
      <ul>
        {ENTRIES.filter(({ scope, orScope }) =>
          session.key.scopes.some((each) => each === scope || each === orScope),
        ).map((entry) => (
          <li key={entry.path}>
            <a href={linkTo(entry.path)} aria-current={isHere(entry) ? "page" : undefined}>
              {entry.title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Account() {
  const { session, signOut } = useSession();
  return (
    <section class="account" aria-label="Account">
      <p>
        <strong>{session.organization.name}</strong>
        <br />
        <span class="muted">key {session.key.name}</span>
      </p>
      <p class="actions">
        <ThemeButton />
        <a href="/docs">API</a>
        <button type="button" class="quiet" onClick={signOut}>
          Sign out
        </button>
      </p>
    </section>
  );
}

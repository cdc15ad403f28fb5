import { Copyable } from "../../../parts/copy.tsx";
import { Published, type Seen } from "./dns-record.tsx";

interface AuthorizationProps {
  readonly seen: Seen & { readonly expected: string };
  readonly checkedAt: string | null;
}

/** The record by which the service agrees to get the domain's reports: its operator publishes it. */
export function Authorization({ seen, checkedAt }: AuthorizationProps) {
  return (
    <section class="dns-record">
      <header>
        <h3>Authorization of this service</h3>
        <p class="muted">
          Receivers ask for it before they send reports of your domain here. The operator of this service publishes it,
          not you.
        </p>
      </header>
      <div class="columns">
        <dl class="facts">
          <dt>Name</dt>
          <dd>
            <Copyable text={seen.name} what="the name of the authorization" />
          </dd>
          <dt>Begins with</dt>
          <dd>
            <code>{seen.expected}</code>
          </dd>
        </dl>
        <Published seen={seen} checkedAt={checkedAt} />
      </div>
    </section>
  );
}

import { formatDay, formatTime } from "../../format/dates.ts";
import { Ago } from "../../parts/ago.tsx";
import { Chip } from "../../parts/chips.tsx";
import { Table } from "../../parts/table.tsx";
import { useSession } from "../../session/session.ts";
import { describeKey, isUsable, type Key } from "./key-state.ts";
import { Revoke } from "./revoke.tsx";
import { isGranted, SCOPES } from "./scopes.ts";

export function KeysTable({ rows }: { readonly rows: readonly Key[] }) {
  const { session } = useSession();
  const now = new Date();
  return (
    <Table
      caption="API keys"
      rows={rows}
      toKey={({ id }) => id}
      columns={[
        {
          title: "Name",
          cell: ({ id, name }) => (
            <>
              <span class="name">{name}</span>
              <p class="muted">
                <code class="line">{id}</code>
                {id === session.key.id && ", the key of this session"}
              </p>
            </>
          ),
        },
        { title: "State", cell: (key) => <Chip {...toChip(key, now)} /> },
        { title: "May", cell: ({ scopes }) => <Scopes scopes={scopes} /> },
        { title: "Last used", cell: ({ last_used_at: at }) => <Ago at={at} /> },
        { title: "Created (UTC)", cell: ({ created_at: at }) => <Day at={at} /> },
        { title: "Expires (UTC)", cell: ({ expires_at: at }) => <Day at={at} /> },
        { title: "Revoke", cell: (key) => (isUsable(key, now) ? <Revoke apiKey={key} /> : <Revoked apiKey={key} />) },
      ]}
    />
  );
}

function toChip(key: Key, now: Date) {
  const { text, tone } = describeKey(key, now);
  return { tone, children: text };
}

function Scopes({ scopes }: Pick<Key, "scopes">) {
  return (
    <ul class="bare scopes">
      {scopes.map((scope) => (
        <li key={scope} title={isGranted(scope) ? SCOPES[scope] : "see the state of the whole service"}>
          <code class="line">{scope}</code>
        </li>
      ))}
    </ul>
  );
}

/** A UTC day; the exact moment on request. */
function Day({ at }: { readonly at: string | null }) {
  if (at === null) return <span class="muted">never</span>;
  return (
    <time dateTime={at} title={formatTime(at)}>
      {formatDay(at)}
    </time>
  );
}

function Revoked({ apiKey: { revoked_at: at } }: { readonly apiKey: Key }) {
  if (at === null) return null;
  return (
    <span class="muted">
      on <Day at={at} />
    </span>
  );
}

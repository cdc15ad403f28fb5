import type { Answer } from "@ruaflow/client";
import { useAnswer } from "../../data/use-answer.ts";
import { useWrite } from "../../data/use-write.ts";
import { useFilter } from "../../filter/filter.ts";
import { formatDay } from "../../format/dates.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { Answered, Empty, Failed } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { Panel } from "../../parts/view.tsx";
import { paths } from "../../paths.ts";

type Share = Answer<"listShareLinks">["data"][number];

const SHOWN = 100;

/** The links that show one domain or one client without a key, until they expire. */
export function ShareList() {
  const query = { per_page: SHOWN };
  const asked = useAnswer({
    key: ["share-links", query],
    ask: (client, signal) => client.shareLinks.list(query, { signal }),
  });
  return (
    <Panel title="Shared links" note="Each shows one domain or one client, without a key, until it expires.">
      <Answered asked={asked} what="the shared links">
        {({ data, meta }) =>
          data.length === 0 ? (
            <Empty title="No links are shared." />
          ) : (
            <>
              <ShareTable rows={data} />
              {meta.total > SHOWN && (
                <p class="muted">
                  The newest {SHOWN} of {meta.total}.
                </p>
              )}
            </>
          )
        }
      </Answered>
    </Panel>
  );
}

function ShareTable({ rows }: { readonly rows: readonly Share[] }) {
  return (
    <Table
      caption="Shared links"
      rows={rows}
      toKey={({ id }) => id}
      columns={[
        { title: "For", cell: ({ name }) => <span class="name">{name}</span> },
        { title: "Shows", cell: (share) => <Reach share={share} /> },
        { title: "Key", cell: ({ created_by: key }) => <code class="line">{key}</code> },
        { title: "Created (UTC)", cell: ({ created_at: at }) => formatDay(at) },
        { title: "Expires (UTC)", cell: ({ expires_at: at }) => formatDay(at) },
        { title: "Revoke", cell: (share) => <RevokeShare share={share} /> },
      ]}
    />
  );
}

function Reach({ share: { domain_id: domain, client_reference: client } }: { readonly share: Share }) {
  const { linkTo } = useFilter();
  if (client !== null) return <a href={linkTo(paths.overview, { client, domain: undefined })}>client {client}</a>;
  return <a href={linkTo(paths.overview, { domain: domain ?? undefined, client: undefined })}>one domain</a>;
}

function RevokeShare({ share: { id, name } }: { readonly share: Share }) {
  const revoke = useWrite((client) => client.shareLinks.revoke(id));
  return (
    <Confirm action="Revoke" on={name} isBusy={revoke.isBusy} run={() => revoke.run(undefined)}>
      <p>
        Everyone who opened the link for <strong>{name}</strong> is signed out within 5 seconds. This cannot be undone.
      </p>
      {revoke.error && <Failed what="revoke the link" error={revoke.error} />}
    </Confirm>
  );
}

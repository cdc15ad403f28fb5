import { useLocation } from "preact-iso";
import { useAnswer } from "../../data/use-answer.ts";
import { useFilter } from "../../filter/filter.ts";
import { Pager, usePage } from "../../parts/pager.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { Panel, View } from "../../parts/view.tsx";
import { paths } from "../../paths.ts";
import { useScope } from "../../session/session.ts";
import { KeysTable } from "./keys-table.tsx";
import { NewKey } from "./new-key.tsx";
import { ShareList } from "./share-list.tsx";

/** The keys of the organization. */
export function KeysView() {
  const { query } = useLocation();
  const { linkTo } = useFilter();
  const mayManage = useScope("keys:admin");
  const isNew = mayManage && query.new === "1";
  return (
    <View
      title="Keys"
      lead="Give each program and each person a key of its own, with only the rights that it needs."
      actions={
        mayManage &&
        !isNew && (
          <a class="button" href={linkTo(paths.keys, { new: "1" })}>
            New key
          </a>
        )
      }
    >
      {isNew && <NewKey />}
      {mayManage ? (
        <>
          <div class="reserve-list">
            <KeyList />
          </div>
          <ShareList />
        </>
      ) : (
        <Empty title="This key may not see keys. Use one with the scope keys:admin." />
      )}
    </View>
  );
}

function KeyList() {
  const query = { page: usePage(), per_page: 50 };
  const asked = useAnswer({
    key: ["api-keys", query],
    ask: (client, signal) => client.apiKeys.list(query, { signal }),
  });
  return (
    <Panel title="All keys">
      <Answered asked={asked} what="the keys">
        {({ data, meta }) => (
          <>
            <KeysTable rows={data} />
            <Pager meta={meta} />
          </>
        )}
      </Answered>
    </Panel>
  );
}

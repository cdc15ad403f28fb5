import { useLocation } from "preact-iso";
import { useMe } from "../../data/use-me.ts";
import { useFilter } from "../../filter/filter.ts";
import { Answered, Empty } from "../../parts/states.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { View } from "../../parts/view.tsx";
import { paths } from "../../paths.ts";
import { useScope } from "../../session/session.ts";
import { ExplainTab } from "./explain-tab.tsx";
import { UploadTab } from "./upload-tab.tsx";

/** Report files to store, or only to be explained. */
export function UploadView() {
  const { query } = useLocation();
  const { linkTo } = useFilter();
  const mayUpload = useScope("ingest:write");
  const mayExplain = useScope("reports:read") || mayUpload;
  const me = useMe();
  const isExplain = mayExplain && (query.tab === "explain" || !mayUpload);
  if (!mayExplain) {
    return (
      <View title="Upload">
        <Empty title="This key can neither upload nor explain files." />
      </View>
    );
  }
  return (
    <View
      title={mayUpload ? "Upload" : "Explain a file"}
      lead={
        isExplain
          ? "See what a report contains, and what an upload would do. Nothing is stored."
          : "Uploaded reports are stored and count at once."
      }
    >
      {mayUpload && (
        <Tabs
          label="Store or explain"
          tabs={[
            { text: "Upload", href: linkTo(paths.upload), isCurrent: !isExplain },
            { text: "Explain, store nothing", href: linkTo(paths.upload, { tab: "explain" }), isCurrent: isExplain },
          ]}
        />
      )}
      <Answered asked={me} what="the limits of uploads">
        {({ data: { limits } }) => {
          const { upload_bytes_max: bytesMax } = limits;
          if (bytesMax === null)
            return <Empty title="Another process of this service receives uploads, at its own address." />;
          return isExplain ? <ExplainTab bytesMax={bytesMax} /> : <UploadTab bytesMax={bytesMax} />;
        }}
      </Answered>
    </View>
  );
}

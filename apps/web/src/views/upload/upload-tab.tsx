import { formatBytes } from "../../format/numbers.ts";
import { Panel } from "../../parts/view.tsx";
import { AddUnknown } from "./add-unknown.tsx";
import { DropZone } from "./drop-zone.tsx";
import { Overview } from "./overview.tsx";
import { UploadRow } from "./upload-row.tsx";
import { type Upload, useTransfers } from "./use-transfers.ts";

/** Rows that are drawn; of a large folder the sums say the rest. */
const SHOWN = 200;

/** Drop files, and see what becomes of each. */
export function UploadTab({ bytesMax }: { readonly bytesMax: number }) {
  const { list, add, repeat, clear } = useTransfers(bytesMax);
  const shown = list.toSorted((a, b) => toRank(a) - toRank(b) || a.id - b.id).slice(0, SHOWN);
  return (
    <div class="stack">
      <DropZone
        isMany
        text="Drop report files or a folder here"
        note={`XML, gzip, zip, tar, emails and mailboxes, up to ${formatBytes(bytesMax)} per file.`}
        take={add}
      />
      <AddUnknown list={list} />
      {list.length > 0 && (
        <Panel
          title="Files"
          note={<Overview list={list} />}
          actions={
            <button type="button" onClick={clear}>
              Clear finished files
            </button>
          }
        >
          <ul class="list entries">
            {shown.map((upload) => (
              <UploadRow key={upload.id} upload={upload} bytesMax={bytesMax} repeat={repeat} />
            ))}
          </ul>
          {list.length > SHOWN && (
            <p class="muted">The first {SHOWN} are shown: those with problems, then those under way.</p>
          )}
        </Panel>
      )}
    </div>
  );
}

/** What needs a look comes first. */
function toRank({ progress }: Upload): number {
  if (progress.kind === "failed" || progress.kind === "too-large") return 0;
  if (progress.kind === "done") return progress.answer.summary.refused + progress.answer.summary.conflict > 0 ? 1 : 4;
  return progress.kind === "sending" ? 2 : 3;
}

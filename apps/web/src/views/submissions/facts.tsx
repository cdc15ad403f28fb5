import { useService } from "../../data/service.tsx";
import { formatBytes } from "../../format/numbers.ts";
import { describeChannel, type Submission } from "../../parts/arrivals/words.ts";
import { Copyable } from "../../parts/copy.tsx";
import { Moment } from "../../parts/figures.tsx";
import { Panel } from "../../parts/view.tsx";
import { useScope } from "../../session/session.ts";

/** How it came, and the bytes as they came. */
export function Facts({ submission }: { readonly submission: Submission }) {
  const { id, channel, name, received_at: received, size_bytes: bytes, sha256, raw_url: raw } = submission;
  const mayDownload = useScope("reports:read");
  const { client } = useService();
  return (
    <Panel
      title="As it arrived"
      actions={
        raw !== null &&
        mayDownload && (
          <a class="button" href={client.toPath("downloadSubmission", { path: { id } })} download="">
            Download the original
          </a>
        )
      }
    >
      <dl class="facts">
        <dt>Received</dt>
        <dd>
          <Moment at={received} />
        </dd>
        <dt>Arrived by</dt>
        <dd>{describeChannel(channel)}</dd>
        <dt>File or subject</dt>
        <dd>{name || "without a name"}</dd>
        <dt>Size</dt>
        <dd>{bytes === null ? "not known" : formatBytes(bytes)}</dd>
        <dt>Stored</dt>
        <dd>{raw === null ? "no; it cannot be read again" : "yes, unchanged"}</dd>
        {sha256 !== null && (
          <>
            <dt>SHA-256</dt>
            <dd>
              <code>{sha256}</code>
            </dd>
          </>
        )}
        <dt>Id</dt>
        <dd>
          <Copyable text={id} what="the id" />
        </dd>
      </dl>
    </Panel>
  );
}

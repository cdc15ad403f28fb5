import { fillPath } from "../../address.ts";
import { useFilter } from "../../filter/filter.ts";
import { toDomainText } from "../../format/idn.ts";
import { countOf, formatBytes } from "../../format/numbers.ts";
import { OutcomeChip } from "../../parts/arrivals/chips.tsx";
import { explainReason } from "../../parts/arrivals/reasons.ts";
import { Chip } from "../../parts/chips.tsx";
import { Failed } from "../../parts/states.tsx";
import { paths } from "../../paths.ts";
import { useScope } from "../../session/session.ts";
import type { Upload } from "./use-transfers.ts";

interface UploadRowProps {
  readonly upload: Upload;
  readonly bytesMax: number;
  repeat(id: number): void;
}

/** One file: how far it is, or what became of each report in it. */
export function UploadRow({ upload: { id, file, progress }, bytesMax, repeat }: UploadRowProps) {
  return (
    <li class="entry">
      <h3>
        {file.name} <span class="muted">{formatBytes(file.size)}</span>
      </h3>
      {progress.kind === "waiting" && <p class="muted">waiting</p>}
      {progress.kind === "sending" && <Sending file={file} bytes={progress.bytes} />}
      {progress.kind === "too-large" && (
        <p>
          <Chip tone="bad">not sent</Chip> It is {formatBytes(file.size)}; the limit is {formatBytes(bytesMax)}. Split
          or compress it.
        </p>
      )}
      {progress.kind === "failed" && <Failed what="take the file" error={progress.error} retry={() => repeat(id)} />}
      {progress.kind === "done" && <Entries entries={progress.answer.entries} />}
    </li>
  );
}

function Sending({ file, bytes }: { readonly file: File; readonly bytes: number }) {
  // The form around a file counts as well.
  const sent = Math.min(bytes, file.size);
  return (
    <p class="actions">
      <progress max={Math.max(1, file.size)} value={sent} aria-label={`Sent of ${file.name}`} />
      <span class="muted">{sent < file.size ? `${formatBytes(sent)} sent` : "sent; being read"}</span>
    </p>
  );
}

type Entry = Extract<Upload["progress"], { kind: "done" }>["answer"]["entries"][number];

const SHOWN = 10;

function Entries({ entries }: { readonly entries: readonly Entry[] }) {
  const { linkTo } = useFilter();
  const mayRead = useScope("reports:read");
  const submission = entries[0]?.submission_id;
  return (
    <>
      {entries.length === 0 && <p class="muted">Nothing was found in it.</p>}
      <ul class="bare">
        {entries.slice(0, SHOWN).map((entry) => (
          <li key={entry.entry}>
            <OutcomeChip outcome={entry.outcome} /> {entries.length > 1 && `${entry.path}: `}
            {entry.reason === null ? `report about ${toDomainText(entry.domain ?? "")}.` : explainReason(entry)}{" "}
            {mayRead && entry.report_id !== null && entry.outcome !== "held" && (
              <a href={linkTo(fillPath(paths.report, { id: entry.report_id }))}>Open the report</a>
            )}
          </li>
        ))}
      </ul>
      {submission !== undefined && (
        <p>
          <a href={linkTo(fillPath(paths.arrival, { id: submission }))}>
            {entries.length > SHOWN ? `All ${countOf(entries.length, "entry", "entries")}` : "What became of it"}
            <span class="unseen"> of {entries[0]?.file}</span>
          </a>
        </p>
      )}
    </>
  );
}

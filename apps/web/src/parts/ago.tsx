import { formatAgo, formatTime } from "../format/dates.ts";

/** How long ago something was, and the exact moment on request; `null`: never. */
export function Ago({ at }: { readonly at: string | null }) {
  if (at === null) return <span class="muted">never</span>;
  return (
    <time dateTime={at} title={formatTime(at)}>
      {formatAgo(at, new Date())}
    </time>
  );
}

import { countOf, formatCount } from "../../format/numbers.ts";
import { summarize } from "./summarize.ts";
import type { Upload } from "./use-transfers.ts";

/** How far all files are, in one sentence; read out when it is finished. */
export function Overview({ list }: { readonly list: readonly Upload[] }) {
  const { finished, text } = summarize(list);
  return (
    <>
      <span role="status">{finished === list.length ? `${countOf(finished, "file")}: ${text}.` : "Sending …"}</span>{" "}
      {finished < list.length && (
        <>
          {formatCount(finished)} of {countOf(list.length, "file")}
          {text && `: ${text}`}
        </>
      )}
    </>
  );
}

import { useState } from "preact/hooks";
import { useWrite } from "../../data/use-write.ts";
import { formatBytes } from "../../format/numbers.ts";
import { Failed } from "../../parts/states.tsx";
import { Panel } from "../../parts/view.tsx";
import { DropZone } from "./drop-zone.tsx";
import { Explained } from "./explained.tsx";

interface Given {
  readonly name: string;
  readonly body: Blob;
}

const TIMEOUT_MS = 15 * 60_000;

/** Paste or drop a report, and see what it says; nothing is stored. */
export function ExplainTab({ bytesMax }: { readonly bytesMax: number }) {
  const [text, setText] = useState("");
  const [tooLarge, setTooLarge] = useState<Given | null>(null);
  const explain = useWrite((client, { name, body }: Given) =>
    client.reports.explain(body, { name: name.slice(-255) }, { timeoutMs: TIMEOUT_MS }),
  );
  const take = (given: Given) => {
    explain.reset();
    const isTooLarge = given.body.size > bytesMax;
    setTooLarge(isTooLarge ? given : null);
    if (!isTooLarge) explain.run(given);
  };
  return (
    <div class="stack">
      <div class="columns">
        <DropZone
          text="Drop one file here"
          note={`XML, gzip, zip, tar, an email or a mailbox, up to ${formatBytes(bytesMax)}.`}
          take={([file]) => file && take({ name: file.name, body: file })}
        />
        <form
          class="form paste"
          onSubmit={(event) => {
            event.preventDefault();
            take({ name: "pasted text", body: new Blob([text]) });
          }}
        >
          <label>
            Or paste a report or a whole email
            <textarea
              rows={6}
              value={text}
              placeholder={'<?xml version="1.0"?>\n<feedback> …'}
              spellcheck={false}
              required
              onInput={(event) => setText(event.currentTarget.value)}
            />
          </label>
          <p class="actions">
            <button type="submit" class="primary" disabled={explain.isBusy}>
              {explain.isBusy ? "Reading …" : "Explain"}
            </button>
          </p>
        </form>
      </div>
      {tooLarge && (
        <p class="notice bad" role="alert">
          {tooLarge.name} is {formatBytes(tooLarge.body.size)}; the limit is {formatBytes(bytesMax)}. It was not sent.
        </p>
      )}
      {explain.error && <Failed what="read the file" error={explain.error} />}
      {explain.done && (
        <Panel title={explain.done.data.file}>
          <Explained answer={explain.done.data} />
        </Panel>
      )}
    </div>
  );
}

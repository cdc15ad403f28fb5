import type { RuaflowError } from "@ruaflow/client";
import { useState } from "preact/hooks";
import { countOf } from "../../../format/numbers.ts";
import { Failed } from "../../../parts/states.tsx";

const NOTE_CHARS_MAX = 1000;
const DAY_MS = 86_400_000;
/** The service accepts times up to 366 days ahead. */
const DAYS_MAX = 365;

/** What is written when reasons are acknowledged, as the API takes it. */
export interface Acknowledgement {
  readonly note?: string;
  readonly until?: string;
}

interface AcknowledgeFormProps {
  readonly reasons: number;
  /** Of "acknowledge …", if it fails. */
  readonly what: string;
  readonly isBusy: boolean;
  readonly error: RuaflowError | null;
  submit(acknowledgement: Acknowledgement): void;
  cancel(): void;
}

/** Hides reasons until they end or are twice as bad, or at the latest until a day; with a note for the next reader. */
export function AcknowledgeForm({ reasons, what, isBusy, error, submit, cancel }: AcknowledgeFormProps) {
  const [note, setNote] = useState("");
  const [day, setDay] = useState("");
  const send = (event: Event) => {
    event.preventDefault();
    const text = note.trim();
    submit({ ...(text !== "" && { note: text }), ...(day !== "" && { until: `${day}T00:00:00Z` }) });
  };
  return (
    <form class="form" onSubmit={send}>
      <label>
        Note for the next reader (optional)
        <input
          value={note}
          maxLength={NOTE_CHARS_MAX}
          onInput={(event) => setNote(event.currentTarget.value)}
          ref={focus}
        />
      </label>
      <label>
        Show again on (UTC, optional)
        <input
          type="date"
          value={day}
          min={toDay(1)}
          max={toDay(DAYS_MAX)}
          onInput={(event) => setDay(event.currentTarget.value)}
        />
      </label>
      <p class="muted">
        Hides {countOf(reasons, "reason")}. A reason is shown again when it is twice as bad, or comes back after it
        ended{day !== "" && `, and at the latest on ${day}`}.
      </p>
      {error && <Failed what={`acknowledge ${what}`} error={error} />}
      <p class="actions">
        <button type="submit" class="primary" disabled={isBusy}>
          {isBusy ? "Acknowledging …" : "Acknowledge"}
        </button>
        <button type="button" onClick={cancel}>
          Cancel
        </button>
      </p>
    </form>
  );
}

/** Only once: the form is drawn again at each key. */
function focus(input: HTMLInputElement | null): void {
  input?.focus();
}

function toDay(daysAhead: number): string {
  return new Date(Date.now() + daysAhead * DAY_MS).toISOString().slice(0, 10);
}

import { RuaflowError } from "@ruaflow/client";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { isAway } from "../data/away.ts";
import type { Asked } from "../data/use-answer.ts";
import { showDomains } from "../format/idn.ts";
import { describePlace } from "../format/places.ts";

/** What is quicker than this needs no sign that it is under way. */
const SIGN_AFTER_MS = 250;

export function Loading({ what }: { readonly what: string }) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SIGN_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p class="state" role="status">
      {isShown && `Loading ${what} …`}
    </p>
  );
}

interface FailedProps {
  readonly what: string;
  readonly error: unknown;
  /** Absent: nothing is to be repeated. */
  retry?(): void;
}

/** What went wrong in the service's words, with the id by which its operator finds the request. */
export function Failed({ what, error, retry }: FailedProps) {
  const facts = error instanceof RuaflowError ? error : null;
  return (
    <div class="state notice bad" role="alert">
      <p>
        <strong>Ruaflow could not {what}.</strong> {toReason(error)}
      </p>
      {facts !== null && facts.errors.length > 1 && (
        <ul>
          {facts.errors.map(({ pointer, message }) => (
            <li key={pointer}>{[describePlace(pointer), message].filter(Boolean).join(" ")}</li>
          ))}
        </ul>
      )}
      <p class="actions">
        {retry && (
          <button type="button" onClick={() => retry()}>
            Try again
          </button>
        )}
        {facts !== null && facts.status > 0 && <a href={`/docs/problems#${facts.code}`}>What this means</a>}
        {facts?.requestId && <span class="muted">Request {facts.requestId}</span>}
      </p>
    </div>
  );
}

function toReason(error: unknown): string {
  if (isAway(error)) return "The service does not answer.";
  return error instanceof RuaflowError ? showDomains(describe(error)) : String(error);
}

/** People need the reason and the field's name, not its place in a request. */
function describe({ detail, errors }: RuaflowError): string {
  const [only, ...others] = errors;
  if (only === undefined || others.length > 0 || !detail.includes(only.pointer)) return detail;
  const text = [describePlace(only.pointer), only.message].filter(Boolean).join(" ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Says that there is nothing, and what to do about it. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) {
  return (
    <div class="state empty">
      <p>
        <strong>{title}</strong>
      </p>
      {children}
    </div>
  );
}

interface AnsweredProps<Data> {
  readonly asked: Asked<Data>;
  /** Of "load …": "the sources". */
  readonly what: string;
  readonly children: (data: Data) => ComponentChildren;
}

/**
 * Shows an answer once it is there; until then, or instead, what became of the question. While the service is away, which the frame says,
 * the answer before stays.
 */
export function Answered<Data>({ asked, what, children }: AnsweredProps<Data>) {
  const isStale = asked.data !== undefined && isAway(asked.error);
  if (asked.error && !isStale)
    return <Failed what={`load ${what}`} error={asked.error} retry={() => asked.refetch()} />;
  if (asked.data === undefined) return <Loading what={what} />;
  return <div aria-busy={asked.isPlaceholderData}>{children(asked.data)}</div>;
}

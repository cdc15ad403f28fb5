import { formatCount } from "../../format/numbers.ts";
import { Chip } from "../../parts/chips.tsx";
import { Raw } from "./raw.tsx";
import { type Attempt, describeAttempt } from "./words.ts";

/** What the endpoint answered to one attempt. */
export function AttemptResult({ attempt }: { readonly attempt: Omit<Attempt, "number" | "started_at"> }) {
  const { text, tone, means } = describeAttempt(attempt);
  return (
    <>
      <p>
        <Chip tone={tone}>{text}</Chip> after {formatCount(attempt.latency_ms)} ms. {means}
      </p>
      {attempt.response_body !== "" && (
        <details>
          <summary>What it answered (at most the first 4 KiB)</summary>
          <Raw label="Answer of the endpoint" text={attempt.response_body} />
        </details>
      )}
    </>
  );
}

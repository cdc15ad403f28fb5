import type { Outcome } from "@ruaflow/runtime/outcome";
import type { LogMessage, ReceivedMessage } from "../event-log.ts";
import { countHeadersBytes } from "../message-size.ts";
import { LETTER_HEADERS } from "./headers.ts";

/** A message's headers beyond this size are left out of its dead letter, so that the letter always fits. */
const OWN_HEADERS_BYTES_MAX = 20_000;

/** In characters; at most three bytes each. */
const REASON_MAX = 200;
const DETAIL_MAX = 2000;

interface Source {
  readonly topic: string;
  readonly group: string;
}

/**
 * The dead letters among the outcomes: the original key, bytes and headers, and headers with the reason and the source.
 */
export function toDeadLetters(
  messages: readonly ReceivedMessage[],
  outcomes: readonly Outcome<unknown>[],
  source: Source,
): readonly LogMessage[] {
  return messages.flatMap((message, index) => {
    const outcome = outcomes[index];
    return outcome?.kind === "dead-letter" ? [toDeadLetter(message, outcome, source)] : [];
  });
}

function toDeadLetter(
  message: ReceivedMessage,
  { reason, detail }: { readonly reason: string; readonly detail: string },
  source: Source,
): LogMessage {
  return {
    key: message.key,
    value: message.value,
    headers: {
      ...(countHeadersBytes(message.headers) <= OWN_HEADERS_BYTES_MAX && message.headers),
      [LETTER_HEADERS.reason]: reason.slice(0, REASON_MAX),
      [LETTER_HEADERS.detail]: detail.slice(0, DETAIL_MAX).toWellFormed(),
      [LETTER_HEADERS.topic]: source.topic,
      [LETTER_HEADERS.partition]: String(message.partition),
      [LETTER_HEADERS.offset]: String(message.offset),
      [LETTER_HEADERS.group]: source.group,
      [LETTER_HEADERS.appendedAt]: message.appendedAt.toISOString(),
    },
  };
}

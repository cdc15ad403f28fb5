import { createHash } from "node:crypto";
import { SubmissionBodyDamagedError } from "./body-errors.ts";

/** What was recorded of a body when it arrived. */
export interface ArrivedBody {
  readonly submissionId: string;
  readonly sizeBytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/**
 * The same bytes. The last chunk is given out only once all of them are known to be those that arrived, so a reader that
 * gets to the end has the right ones.
 *
 * @throws SubmissionBodyDamagedError
 */
export async function* verifyBody(
  stored: AsyncIterable<Uint8Array>,
  { submissionId, sizeBytes, sha256 }: ArrivedBody,
): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  let readBytes = 0;
  let last: Uint8Array | undefined;
  for await (const chunk of stored) {
    readBytes += chunk.byteLength;
    if (readBytes > sizeBytes) break;
    hash.update(chunk);
    if (last) yield last;
    last = chunk;
  }
  if (readBytes !== sizeBytes || hash.digest("hex") !== sha256) throw damaged(submissionId);
  if (last) yield last;
}

export function damaged(submissionId: string, cause?: unknown): SubmissionBodyDamagedError {
  return new SubmissionBodyDamagedError(`The stored bytes of ${submissionId} are not those that arrived.`, { cause });
}

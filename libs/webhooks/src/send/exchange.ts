import type { Dispatcher } from "undici";

/** Maximum bytes of a response body that are stored. */
const STORED_BYTES_MAX = 4096;

/** A longer body is not read to its end: the status is already known. */
const READ_BYTES_MAX = 64 * 1024;

export interface Post {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array;
}

/** The part of a response that arrived. */
export interface Exchange {
  /** `null` when no response began. */
  readonly status: number | null;
  /** The header of the response. */
  readonly retryAfter: unknown;
  /** Beginning of the body, at most 4 KiB. */
  readonly answer: Uint8Array;
  /** `null` when the whole response arrived, or as much of it as is read. */
  readonly failure: unknown;
}

/**
 * Posts once and reads the response to its end or to the limit. Never rejects.
 *
 * It takes what undici reads as it comes: `request` makes a stream and an abort signal for each response, which is a
 * tenth of the work of an attempt.
 *
 * @param deadlineMs from now to the last byte of the response; then the request is aborted
 */
export function exchange(dispatcher: Dispatcher, { url, headers, body }: Post, deadlineMs: number): Promise<Exchange> {
  const { origin, pathname, search } = new URL(url);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let status: number | null = null;
  let retryAfter: unknown;
  return new Promise((resolve) => {
    let overdue: Error | null = null;
    let controller: Dispatcher.DispatchController | undefined;
    const timer = setTimeout(() => {
      overdue = new DOMException("The time limit of the attempt has passed.", "TimeoutError");
      end(overdue);
      controller?.abort(overdue);
    }, deadlineMs);
    const end = (failure: unknown) => {
      clearTimeout(timer);
      resolve({ status, retryAfter, answer: Buffer.concat(chunks), failure });
    };
    dispatcher.dispatch(
      { origin, path: pathname + search, method: "POST", headers, body },
      {
        onRequestStart(started) {
          controller = started;
          if (overdue !== null) started.abort(overdue);
        },
        onResponseStart(_, statusCode, responseHeaders) {
          if (statusCode < 200) return;
          status = statusCode;
          retryAfter = responseHeaders["retry-after"];
        },
        onResponseData(reading, chunk) {
          if (bytes < STORED_BYTES_MAX) chunks.push(chunk.subarray(0, STORED_BYTES_MAX - bytes));
          bytes += chunk.length;
          if (bytes <= READ_BYTES_MAX) return;
          end(null);
          reading.abort(new Error("The rest of the response is not read."));
        },
        onResponseEnd: () => end(null),
        onResponseError: (_, error) => end(error),
      },
    );
  });
}

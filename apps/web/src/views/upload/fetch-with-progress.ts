/**
 * A `fetch` for the client that says how much of the body is sent, which the browser's own does not: an XMLHttpRequest. It does
 * not send streams.
 *
 * @param onProgress gets the bytes that are sent
 */
export function createProgressFetch(onProgress: (bytes: number) => void): typeof fetch {
  return (url, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(init.method ?? "GET", String(url));
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
      request.responseType = "arraybuffer";
      request.upload.onprogress = ({ loaded }) => onProgress(loaded);
      request.onload = () => resolve(toResponse(request));
      request.onerror = () => reject(new TypeError("The connection broke."));
      request.onabort = () => reject(init.signal?.reason ?? new TypeError("The request was ended."));
      init.signal?.addEventListener("abort", () => request.abort(), { once: true });
      request.send(init.body as XMLHttpRequestBodyInit | null);
    });
}

/** Headers that the client reads. */
const READ = ["content-type", "x-request-id", "retry-after"];

function toResponse(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const name of READ) {
    const value = request.getResponseHeader(name);
    if (value !== null) headers.set(name, value);
  }
  const { status, statusText, response } = request;
  return new Response(status === 204 ? null : response, { status, statusText, headers });
}

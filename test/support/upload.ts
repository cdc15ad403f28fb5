import type { RunningService } from "./service.ts";

interface UploadBody {
  readonly data: { readonly entries: readonly { readonly outcome: string; readonly domain: string | null }[] };
}

/** Uploads one file as it is; what became of each report in it. */
export async function upload(service: RunningService, key: string, file: { name: string; body: string | Uint8Array }) {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/octet-stream" };
  const url = `${service.url}/api/v1/reports?name=${encodeURIComponent(file.name)}`;
  const response = await fetch(url, { method: "POST", headers, body: Buffer.from(file.body) });
  if (response.status !== 202)
    throw new Error(`the upload was answered by ${response.status}: ${await response.text()}`);
  const { data }: UploadBody = JSON.parse(await response.text());
  return data.entries;
}

/** A tar archive (POSIX ustar) of small files. */
export function writeTar(files: Readonly<Record<string, string>>): Buffer {
  const blocks = Object.entries(files).flatMap(([name, text]) => {
    const body = Buffer.from(text);
    return [toHeader(name, body.length), body, Buffer.alloc((512 - (body.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

function toHeader(name: string, sizeBytes: number): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0, 100);
  header.write("0000644\x000000000\x000000000\0", 100);
  header.write(`${sizeBytes.toString(8).padStart(11, "0")}\0`, 124);
  header.write("00000000000\0        0", 136);
  header.write("ustar\x0000", 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}

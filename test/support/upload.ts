import { createClient } from "@ruaflow/client";

/** Uploads one file; returns the outcome of each report in it. */
export async function upload(service: { url: string }, key: string, file: { name: string; body: string | Uint8Array }) {
  const client = createClient({ baseUrl: service.url, key, retries: 0 });
  return (await client.reports.upload(Buffer.from(file.body), { name: file.name })).data.entries;
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

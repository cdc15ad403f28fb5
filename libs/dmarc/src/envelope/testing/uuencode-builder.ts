const LINE_BYTES = 45;

/** A file in uuencode (POSIX), with a backquote for zero. */
export function toUuencode(name: string, data: Buffer): string {
  const lines = Array.from({ length: Math.ceil(data.length / LINE_BYTES) }, (_, i) =>
    toLine(data.subarray(i * LINE_BYTES, (i + 1) * LINE_BYTES)),
  );
  return [`begin 644 ${name}`, ...lines, "`", "end", ""].join("\r\n");
}

function toLine(bytes: Buffer): string {
  const padded = Buffer.concat([bytes, Buffer.alloc((3 - (bytes.length % 3)) % 3)]);
  const sixBits = [...padded.toString("base64")].map((letter) => Buffer.from(`AAA${letter}`, "base64")[2] ?? 0);
  return [bytes.length, ...sixBits].map((value) => (value === 0 ? "`" : String.fromCharCode(value + 32))).join("");
}

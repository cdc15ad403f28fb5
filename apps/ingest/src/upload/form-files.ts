import type { Multipart, MultipartFile } from "@fastify/multipart";
import { invalidAt, ProblemError } from "@ruaflow/http";
import { describeError } from "@ruaflow/runtime/errors";
import { readPart, type UploadedFile, type UploadLimits } from "./uploaded-file.ts";

/** Longest name of a file or field; longer names are cut. */
const NAME_CHARS_MAX = 255;
const SHOWN_CHARS_MAX = 60;

/**
 * Limits of the multipart parser. A file is cut one byte past its limit, so that its reader sees that it is too large.
 */
export function toParserLimits({ filesMax, fileBytesMax }: UploadLimits) {
  return {
    files: filesMax,
    parts: filesMax + 1,
    fileSize: fileBytesMax + 1,
    fields: 1,
    fieldNameSize: NAME_CHARS_MAX,
    fieldSize: 0,
    headerPairs: 20,
  };
}

/**
 * The files of a form (RFC 7578), one by one as they arrive.
 * @throws {ProblemError} for a body that is not a valid form, a field that is not a file, or anything beyond the limits
 */
export async function* readFormFiles(
  parts: AsyncIterator<Multipart>,
  limits: UploadLimits,
): AsyncGenerator<UploadedFile> {
  let bytes = 0;
  for (;;) {
    const part = await nextPart(parts, limits);
    if (part === null) return;
    yield { name: toName(part.filename), body: count(part) };
    part.file.resume();
  }

  async function* count({ file }: MultipartFile): AsyncGenerator<Uint8Array> {
    for await (const chunk of readPart(file)) {
      bytes += chunk.length;
      if (bytes > limits.bytesMax) throw tooMuch(`${limits.bytesMax} bytes`);
      yield chunk;
    }
  }
}

async function nextPart(parts: AsyncIterator<Multipart>, limits: UploadLimits): Promise<MultipartFile | null> {
  const { done, value } = await parts.next().catch((error) => {
    throw toProblem(error, limits);
  });
  if (done) return null;
  if (value.type === "file") return value;
  const name = value.fieldname.slice(0, SHOWN_CHARS_MAX).replaceAll("~", "~0").replaceAll("/", "~1");
  throw invalidAt(`/body/${name}`, "is not a file: send each report as a file, with a file name");
}

function toProblem(error: unknown, { filesMax }: UploadLimits): ProblemError {
  const isLimit = error instanceof Error && "statusCode" in error && error.statusCode === 413;
  if (isLimit) return tooMuch(`${filesMax} files`);
  return new ProblemError("invalid_request", `The body is not complete multipart/form-data: ${describeError(error)}.`);
}

function tooMuch(limit: string): ProblemError {
  const again = "Send it again in parts: reports that were already accepted are not stored twice.";
  return new ProblemError("payload_too_large", `An upload may have at most ${limit}. ${again}`);
}

function toName(given: string): string {
  return given === "" ? "upload" : given.slice(0, NAME_CHARS_MAX);
}

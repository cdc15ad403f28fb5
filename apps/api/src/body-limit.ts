/** Bytes. Bodies of the API are small JSON documents; uploads and lists of domains set their own limits. */
export const BODY_BYTES_MAX = 64 * 1024;

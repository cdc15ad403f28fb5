/**
 * The smallest bytes found that still fail: takes out halves, quarters and so on down to single bytes, in whole characters
 * of the encoding (`unit` bytes each).
 */
export async function minimize(
  bytes: Uint8Array,
  isFailing: (bytes: Uint8Array) => Promise<boolean>,
  { triesMax = 800, unit = 1 } = {},
): Promise<Uint8Array> {
  let smallest = bytes;
  let tries = 0;
  for (let length = unitsOf(smallest, unit) >> 1; length >= 1; length >>= 1) {
    for (let from = 0; from < unitsOf(smallest, unit) && tries < triesMax; tries += 1) {
      const shorter = Buffer.concat([smallest.subarray(0, from * unit), smallest.subarray((from + length) * unit)]);
      if (await isFailing(shorter)) smallest = shorter;
      else from += length;
    }
  }
  return smallest;
}

function unitsOf(bytes: Uint8Array, unit: number): number {
  return Math.ceil(bytes.length / unit);
}

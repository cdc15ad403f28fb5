/** Address ranges with one value each, in flat arrays: 12 bytes for each IPv4 range, 20 for IPv6. */
export interface RangeTable<Address extends number | bigint> {
  readonly firsts: ArrayLike<Address>;
  /** Inclusive. */
  readonly lasts: ArrayLike<Address>;
  readonly values: Uint32Array;
}

/** Finds the value of the range that contains the address. Ranges are in ascending order; the later of two overlapping wins. */
export function findRange<Address extends number | bigint>(
  { firsts, lasts, values }: RangeTable<Address>,
  address: Address,
): number | undefined {
  let low = 0;
  let high = firsts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const first = firsts[middle];
    if (first !== undefined && first <= address) low = middle + 1;
    else high = middle;
  }
  const last = lasts[low - 1];
  return last !== undefined && address <= last ? values[low - 1] : undefined;
}

/** Ranges of addresses with a value each, in flat arrays: 12 bytes a range of IPv4, 20 of IPv6. */
export interface RangeTable<Address extends number | bigint> {
  readonly firsts: ArrayLike<Address>;
  /** Inclusive. */
  readonly lasts: ArrayLike<Address>;
  readonly values: Uint32Array;
}

/** The value of the range that holds the address. Ranges are in ascending order; of overlapping ones the later counts. */
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

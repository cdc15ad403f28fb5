/** SQL that selects the hashes of a report as `ContentHashes`, from the ledger under this name. */
export function selectHashes(ledger: string): string {
  return `encode(${ledger}.content_hash, 'hex') AS "contentHash",
    ARRAY(SELECT encode(hash, 'hex') FROM unnest(${ledger}.newer_hashes) AS hash) AS "newerHashes"`;
}

/** SQL for `isSameContent` of two rows of the ledger. */
export function haveSameContent(one: string, other: string): string {
  const newest = `1 + least(cardinality(${one}.newer_hashes), cardinality(${other}.newer_hashes))`;
  const [hash, otherHash] = [one, other].map((row) => `(ARRAY[${row}.content_hash] || ${row}.newer_hashes)[${newest}]`);
  return `${hash} = ${otherHash}`;
}

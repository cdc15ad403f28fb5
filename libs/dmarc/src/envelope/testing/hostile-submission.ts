export interface HostileSubmission {
  readonly name: string;
  /** Made anew for each use: kept, they would be most of the memory measured. */
  readonly build: () => Uint8Array | AsyncIterable<Uint8Array>;
  /** The last entry that it must give, without its path. */
  readonly outcome: string;
}

/** The number of partitions for the member of this rank (from 0). Shares of two members differ by at most one. */
export function countFairShare(partitions: number, members: number, rank: number): number {
  return Math.floor(partitions / members) + (rank < partitions % members ? 1 : 0);
}

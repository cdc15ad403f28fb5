/** How many partitions the member of this rank (counted from 0) owns, so that no two members differ by more than one. */
export function countFairShare(partitions: number, members: number, rank: number): number {
  return Math.floor(partitions / members) + (rank < partitions % members ? 1 : 0);
}

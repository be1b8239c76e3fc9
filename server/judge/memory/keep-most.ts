import { totalmem } from 'node:os'

/** @returns bytes, for a share of the memory of the machine or container */
export function keepMost(share: number): number {
  // 0 without a limit on some systems, and more than there is on others.
  const limit = process.constrainedMemory()
  return Math.floor((limit === 0 ? totalmem() : Math.min(limit, totalmem())) * share)
}

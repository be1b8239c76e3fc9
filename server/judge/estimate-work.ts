/** A rough estimate, in microseconds, of a thread's work for a mail: by its length. */
export function estimateWork({ length }: Uint8Array): number {
  return 2000 + 0.1 * Math.min(length, 256 * 1024) + 0.01 * length
}

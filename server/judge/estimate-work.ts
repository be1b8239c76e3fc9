import { parsedLines } from '../../judge/read/limits.ts'

const lineFeed = 10
/** Lines of base64 are longer, and the parser takes them many at a time. */
const shortLine = 60
const readBytes = 256 * 1024

/** A rough estimate, in microseconds, of a thread's work for a mail: by its length and its short lines. */
export function estimateWork(mail: Uint8Array): number {
  let shortLines = 0
  let start = 0
  for (let lines = 0; lines < parsedLines; lines += 1) {
    const end = mail.indexOf(lineFeed, start)
    if (end === -1) break
    if (end - start < shortLine) shortLines += 1
    start = end + 1
  }
  const { length } = mail
  return 2000 + 0.1 * Math.min(length, readBytes) + 0.002 * length + 8 * shortLines
}

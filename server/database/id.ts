import { randomUUID } from 'node:crypto'

const largestCount = 0xfff
let timeMs = 0
let count = 0

/**
 * A UUIDv7 that is greater than every one made here before, within a millisecond too (RFC 9562, 6.2,
 * method 1; Node's own are in any order there). So new rows land at the end of an index, and the
 * order of ids is the order in which things happened.
 */
export function newId(): string {
  const now = Date.now()
  if (now > timeMs) {
    timeMs = now
    count = 0
  } else if (count < largestCount) {
    count += 1
  } else {
    timeMs += 1
    count = 0
  }
  const time = timeMs.toString(16).padStart(12, '0')
  const version = `7${count.toString(16).padStart(3, '0')}`
  return `${time.slice(0, 8)}-${time.slice(8)}-${version}${randomUUID().slice(18)}`
}

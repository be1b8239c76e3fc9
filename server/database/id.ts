import { randomUUID } from 'node:crypto'

const largestCount = 0xfff
let timeMs = 0
let count = 0

/**
 * A UUIDv7 that is greater than every earlier one of this process, also within a millisecond (RFC
 * 9562, 6.2, method 1; Node's own UUIDs are unordered there). So new rows go to the end of an index,
 * and the order of ids is the order of creation.
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

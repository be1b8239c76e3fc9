import { addressOf } from '../../../tests/support/browser/place.ts'
import { longRequests } from '../../../tests/support/long-text/requests.ts'
import { findStalls, mostStallMs } from '../../../tests/support/long-text/run.ts'
import { longScimRequests } from '../../../tests/support/long-text/scim-requests.ts'
import { type Attack, bothEngines, row } from '../prove/attack.ts'

const targets = [
  { fault: 'each kind of long text in each field of each call', requests: longRequests },
  { fault: 'each kind of long text from an identity provider', requests: longScimRequests },
] as const

export const longTextAttack: Attack = {
  name: 'long-text',
  engines: bothEngines,
  async try(stage) {
    const rows = []
    for (const { fault, requests } of targets) {
      // SQLite works in this process, and a file would only add the time of the disk.
      const isHere = stage.cluster === undefined
      const address = isHere ? undefined : addressOf(await stage.newDatabase())
      const { tried, problems, unread, longestMs, slowness } = await findStalls(requests(), address)
      rows.push(
        row({
          fault,
          tried,
          expected: `the event loop stands still for ${mostStallMs} ms at most, times how much slower the machine is`,
          figures: `longest ${longestMs.toFixed(0)} ms on a machine ${slowness.toFixed(1)} times slower than an idle one`,
          problems: [...problems, ...unread.map((request) => `not read: ${request}`)],
        }),
      )
    }
    return rows
  },
}

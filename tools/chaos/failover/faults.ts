import { until } from '../../../tests/support/until.ts'
import type { Machine } from './machine.ts'
import type { Machines } from './machines.ts'

/** The fate of the machine with the primary. */
export interface Fault {
  readonly name: string
  readonly times: number
  strike(primary: Machine): Promise<void>
  /** Until there is a primary after it. @returns whether there was one in time */
  waitUntilOver(machines: Machines, struck: Machine): Promise<boolean>
  mend(struck: Machine): Promise<void>
}

const mostMs = 90_000

const waitForAnother = (machines: Machines, struck: Machine) =>
  until(
    async () => {
      const primary = await machines.primary().catch(() => struck)
      return primary.name !== struck.name
    },
    { mostMs, everyMs: 100 },
  )

/** 20 kills and 5 cuts. */
export const faults: readonly Fault[] = [
  {
    name: 'the machine of the primary loses its power',
    times: 15,
    strike: (primary) => primary.kill(),
    waitUntilOver: waitForAnother,
    async mend(struck) {
      struck.startEtcd()
      await struck.startPatroni()
    },
  },
  {
    name: 'PostgreSQL of the primary is killed',
    times: 5,
    strike: async (primary) => primary.killPostgres(),
    // Patroni starts it again, or gives its place to another machine.
    waitUntilOver: async () => true,
    async mend() {},
  },
  {
    name: 'the primary is cut off from etcd',
    times: 5,
    strike: (primary) => primary.cutOff(),
    waitUntilOver: waitForAnother,
    mend: (struck) => struck.reconnect(),
  },
]

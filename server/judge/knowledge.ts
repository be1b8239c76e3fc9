import { totalmem } from 'node:os'
import { type Clock, hourMs, minuteMs } from '../core/clock.ts'
import type { Database } from '../database/tables/tables.ts'
import { readCorrespondents } from './correspondents.ts'
import { keepReadings } from './keep-readings.ts'
import { readOwn } from './read-own.ts'
import type { Known } from './worker-knowledge.ts'

interface Place {
  readonly database: Database
  readonly clock: Clock
}

/** How much of the memory of the machine or container may be taken, and for how long that is kept. */
const keeping = {
  own: { share: 1 / 64, forMs: 10 * minuteMs },
  /** There are thousands, and few are new. */
  correspondents: { share: 3 / 64, forMs: hourMs },
} as const

/**
 * The knowledge of organizations, read from their own records and kept for a while, as far as there
 * is room.
 */
export function createKnowledge({
  database,
  clock,
}: Place): (organizationId: string) => Promise<Required<Known>> {
  const limits = ({ share, forMs }: (typeof keeping)[keyof typeof keeping]) => ({
    clock,
    forMs,
    mostBytes: Math.floor(memoryBytes() * share),
  })
  const own = keepReadings({ ...limits(keeping.own), read: (id) => readOwn(database, id) })
  const correspondents = keepReadings({
    ...limits(keeping.correspondents),
    read: (id) => readCorrespondents(database, id, clock()),
  })
  return async (organizationId) => ({
    own: await own(organizationId),
    correspondents: await correspondents(organizationId),
  })
}

/** The knowledge where no organization asks. */
export const nothingKnown: Known = {}

function memoryBytes(): number {
  // 0 without a limit on some systems, and more than there is on others.
  const limit = process.constrainedMemory()
  return limit === 0 ? totalmem() : Math.min(limit, totalmem())
}

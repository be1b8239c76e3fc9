import { sql } from 'kysely'
import { hourMs, minuteMs } from '../core/clock.ts'
import type { Database, Place } from '../database/tables/tables.ts'
import { readCorrespondents } from './correspondents.ts'
import { keepMost } from './memory/keep-most.ts'
import { keepReadings } from './memory/keep-readings.ts'
import type { Known, Own } from './worker-knowledge.ts'

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
    mostBytes: keepMost(share),
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

const mostPeople = 2000

async function readOwn(database: Database, organizationId: string): Promise<Own> {
  const domains = await database
    .selectFrom('organization_domains')
    .select('domain')
    .where('organization_id', '=', organizationId)
    .where('approved_at', 'is not', null)
    .execute()
  const people = await database
    .selectFrom('users')
    .select(['full_name', 'email'])
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .limit(sql.lit(mostPeople))
    .execute()
  return {
    domains: domains.map(({ domain }) => domain),
    people: people.map(({ full_name, email }) => ({ name: full_name, address: email })),
  }
}

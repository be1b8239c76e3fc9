import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Knowledge } from '../../judge/knowledge.ts'
import { correspondentOf, isFirm } from '../../judge/lists/correspondent.ts'
import { hourMs, minuteMs } from '../core/clock.ts'
import type { Database, Place } from '../database/tables/tables.ts'
import { readCorrespondents, type Writers } from './learning/correspondents.ts'
import { keepMost, keepReadings, type Packed, sizeOf, unpack } from './memory/memory.ts'

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

/** Facts about a mail beside its bytes. */
export type KnownOfMail = Pick<Knowledge, 'authentication' | 'authservId' | 'recipient'>

/** The knowledge of an organization, in a form that passes between threads. */
export interface Known {
  readonly own?: Packed<Own>
  /** Whose mail was safe, as `correspondentOf` has them; none while no safe mail is kept. */
  readonly correspondents?: Packed<Writers>
}

export interface Own {
  readonly domains: readonly string[]
  readonly people: readonly { readonly name: string; readonly address: string }[]
}

/** Packed. Unpacked, and prepared by the rules, it takes about ten times as much. */
const mostBytes = 4 * 2 ** 20
const keptForMs = 10 * minuteMs

const unpackOwn = keepLast((own: Own): Knowledge => own)
const unpackCorrespondents = keepLast(({ known, met }: Writers): Knowledge => {
  // Before the first mail all senders are new.
  if (known.length + met.length === 0) return {}
  const isIn = (senders: ReadonlySet<string>) => (address: string) =>
    address.includes('@') && senders.has(correspondentOf(address))
  return {
    isCorrespondent: isIn(new Set(known)),
    hasWritten: isIn(new Set(met)),
    correspondentDomains: known.filter(isFirm),
  }
})

/**
 * The knowledge for the judge. The thread keeps what it was told last, so that the rules prepare it
 * once.
 */
export function knowledgeOf({ own, correspondents }: Known): Knowledge {
  return {
    ...(own && unpackOwn(own)),
    ...(correspondents && unpackCorrespondents(correspondents)),
  }
}

function keepLast<Value, Made extends object>(make: (value: Value) => Made) {
  const kept = new LRUCache<number, Made>({
    maxSize: mostBytes,
    ttl: keptForMs,
    ttlAutopurge: true,
  })
  return (packed: Packed<Value>): Made => {
    const known = kept.get(packed.number)
    if (known !== undefined) return known
    const made = make(unpack(packed))
    kept.set(packed.number, made, { size: sizeOf(packed) })
    return made
  }
}

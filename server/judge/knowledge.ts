import { LRUCache } from 'lru-cache'
import { type Clock, minuteMs } from '../core/clock.ts'
import { isKept } from '../database/kept-mail.ts'
import type { Database } from '../database/tables/tables.ts'
import type { Known } from './worker-knowledge.ts'

const mostPeople = 2000
const mostSenders = 5000
/** A new colleague or correspondent is known after this time at the latest. */
const knownForMs = 10 * minuteMs

interface Place {
  readonly database: Database
  readonly clock: Clock
}

/** What organizations know, read from their own records and kept for a few minutes. */
export function createKnowledge({
  database,
  clock,
}: Place): (organizationId: string) => Promise<Known> {
  const cache = new LRUCache<string, Promise<Known>>({
    max: 200,
    ttl: knownForMs,
    perf: { now: () => clock().getTime() },
  })
  return (organizationId) => {
    const kept = cache.get(organizationId)
    if (kept !== undefined) return kept
    const reading = readKnown(database, organizationId, clock())
    cache.set(organizationId, reading)
    // A failed reading is not kept.
    reading.catch(() => cache.delete(organizationId))
    return reading
  }
}

async function readKnown(database: Database, organizationId: string, now: Date): Promise<Known> {
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
    .limit(mostPeople)
    .execute()
  const senders = await database
    .selectFrom('scans')
    .innerJoin('users', 'users.id', 'scans.user_id')
    .select('scans.sender_address')
    .where('users.organization_id', '=', organizationId)
    .where('scans.organization_id', '=', organizationId)
    .where('scans.threat_level', '=', 'safe')
    .where('scans.sender_address', '!=', '')
    .where(isKept(now))
    .limit(mostSenders)
    .execute()
  const addresses = new Set(senders.map(({ sender_address }) => sender_address.toLowerCase()))
  return {
    domains: domains.map(({ domain }) => domain),
    people: people.map(({ full_name, email }) => ({ name: full_name, address: email })),
    senders: addresses.size === 0 ? undefined : [...addresses].join('\n'),
  }
}

/** What is known where no organization asks. */
export const nothingKnown: Known = { domains: [], people: [], senders: undefined }

import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { type Clock, secondMs } from '../../core/clock.ts'
import type { Database } from '../../database/tables/tables.ts'
import { keepMost, type Packed, share, sizeOf } from '../memory/memory.ts'
import { unpackTable } from './packed.ts'

/** All servers follow a change of one within ten seconds. */
const followMs = 5 * secondMs

/** An analysis needs this of all that its organization has taught. */
export interface LearntState {
  readonly revision: number
  readonly learnsFromMail: boolean
  /** Undefined where nothing was learnt. */
  readonly layer?: KnownLayer
}

/** The table of a layer, in a form that all threads see without a copy. */
export interface KnownLayer extends Packed<never> {
  /** The shared model with which the guards allowed it; no other uses it. */
  readonly model: string
}

interface Place {
  readonly database: Database
  readonly clock: Clock
}

const caches = new WeakMap<Database, LRUCache<string, LearntState>>()

/** As of a few seconds ago at most. A layer that has not changed is not read again. */
export function readState(place: Place, organizationId: string): Promise<LearntState> {
  const known = caches.get(place.database) ?? createCache(place)
  caches.set(place.database, known)
  return known.forceFetch(organizationId)
}

export async function readSwitch(place: Place, organizationId: string): Promise<boolean> {
  return (await readState(place, organizationId)).learnsFromMail
}

function createCache({ database, clock }: Place) {
  return new LRUCache<string, LearntState>({
    maxSize: keepMost(3 / 64),
    sizeCalculation: ({ layer }) => (layer === undefined ? 500 : sizeOf(layer)),
    ttl: followMs,
    ttlResolution: 0,
    perf: { now: () => clock().getTime() },
    fetchMethod: (organizationId, before) => read(database, organizationId, before),
    ignoreFetchAbort: true,
  })
}

const nothing: LearntState = { revision: 0, learnsFromMail: false }

async function read(
  database: Database,
  organizationId: string,
  before: LearntState | undefined,
): Promise<LearntState> {
  const row = await database
    .selectFrom('learning')
    .select(['revision', 'learns_from_mail'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  if (row === undefined) return nothing
  if (before !== undefined && before.revision === row.revision) return before
  // The version in use, also when another one has come since the revision was read.
  const version = await database
    .selectFrom('learnt_versions')
    .select(['judging', 'model'])
    .where('organization_id', '=', organizationId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    revision: row.revision,
    learnsFromMail: row.learns_from_mail === 1,
    ...(version && {
      layer: { ...share(unpackTable(version.judging)), model: version.model },
    }),
  }
}

/** An organization has no row before it first learns or chooses. */
export async function makeState(database: Database, organizationId: string): Promise<void> {
  await sql`insert into learning (organization_id, learns_from_mail, version, revision, refused)
    select id, 0, 0, 0, '' from organizations where id = ${organizationId}
    on conflict do nothing`.execute(database)
}

/** The row of an organization, which no other server changes until the transaction ends. */
export async function lockState(transaction: Database, organizationId: string) {
  return transaction
    .selectFrom('learning')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .forUpdate()
    .executeTakeFirst()
}

import { sql } from 'kysely'
import { correspondentOf } from '../../../judge/lists/correspondent.ts'
import { dayOf } from '../../core/clock.ts'
import { allColumns, insertJsonRows, type WriteRows } from '../../database/json-rows.ts'
import { deleteInChunks } from '../../database/retention.ts'
import { isOneOf } from '../../database/search-index.ts'
import type { Correspondents, Scans } from '../../database/tables/mail.ts'
import type { Database } from '../../database/tables/tables.ts'

/** Mail is kept for 30 days from the moment of its receipt. */
const keptDays = 30
/** Days with safe mail that make a sender known: one friendly mail is easily sent before an attack. */
const daysOfTrust = 3

/** A row may not outlive its mail, which ends in the course of the day. */
function lastEnded(now: Date): string {
  return dayOf(now, -keptDays)
}

/** Whether safe mail of a correspondent came on enough days. */
export async function isTrusted(
  database: Database,
  organizationId: string,
  sender: string,
  now: Date,
): Promise<boolean> {
  const { days } = await database
    .selectFrom('correspondents')
    .select(({ fn }) => fn.count<number | string>('day').distinct().as('days'))
    .where('organization_id', '=', organizationId)
    .where('sender', '=', sender)
    .where('day', '>', lastEnded(now))
    .executeTakeFirstOrThrow()
  return Number(days) >= daysOfTrust
}

/*
 * Correspondents of an organization: a row says that a user of it got safe mail of this sender on
 * this day (decision 0151). It ends before the mail does, on the day before or with a user who is
 * removed.
 */

/** The judge is told of those who wrote last. */
const mostCorrespondents = 5000

const columns = allColumns<Correspondents>({
  organization_id: true,
  day: true,
  sender: true,
  user_id: true,
})

/** The senders of safe mail, sorted so that servers write rows in the same order. */
export function correspondentsIn(scans: readonly Scans[]): Correspondents[] {
  const rows = scans
    .filter(({ threat_level, sender_address }) => threat_level === 'safe' && sender_address !== '')
    .map(rowOf)
  return [...new Map(rows.map((row) => [keyOf(row), row])).entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, row]) => row)
}

type Sent = Pick<Scans, 'organization_id' | 'received_at' | 'sender_address' | 'user_id'>

function rowOf({ organization_id, received_at, sender_address, user_id }: Sent): Correspondents {
  const day = received_at.slice(0, 10)
  return { organization_id, day, sender: correspondentOf(sender_address), user_id }
}

function keyOf({ organization_id, day, sender }: Correspondents): string {
  return `${organization_id} ${day} ${sender}`
}

/** A sender who is known of a day already costs a look into the index: no row is locked or written. */
export function addCorrespondents(database: Database, json: string): WriteRows {
  return sql`${insertJsonRows(database, 'correspondents', columns, json)} on conflict do nothing`
}

/**
 * Forgets what mail said of its sender that is safe no longer. Where the day's row is of another user's mail,
 * that mail still says it.
 */
export async function removeCorrespondents(
  database: Database,
  mails: readonly Sent[],
): Promise<void> {
  for (const { organization_id, day, sender, user_id } of mails.map(rowOf)) {
    await database
      .deleteFrom('correspondents')
      .where('organization_id', '=', organization_id)
      .where('day', '=', day)
      .where('sender', '=', sender)
      .where('user_id', '=', user_id)
      .execute()
  }
}

/**
 * Forgets what mail of a user says, in the organizations of that mail: it goes before the mail does, by which
 * its organizations are found. Reads all rows of an organization, so that reports need no index by user.
 */
export async function removeCorrespondentsOf(
  database: Database,
  userId: string,
  mails: readonly Pick<Scans, 'organization_id'>[],
): Promise<void> {
  if (mails.length === 0) return
  const ids = new Set(mails.map(({ organization_id }) => organization_id))
  await database
    .deleteFrom('correspondents')
    .where(isOneOf(database, 'organization_id', [...ids]))
    .where('user_id', '=', userId)
    .execute()
}

export interface Writers {
  /** As `correspondentOf` has them, the last writer first. */
  readonly known: readonly string[]
  /** They have written on fewer days. */
  readonly met: readonly string[]
}

/** Those who wrote to users that the organization has now. */
export async function readCorrespondents(
  database: Database,
  organizationId: string,
  now: Date,
): Promise<Writers> {
  const rows = await database
    .selectFrom('correspondents')
    .innerJoin('users', 'users.id', 'correspondents.user_id')
    .select(({ fn }) => ['sender', fn.count<number | string>('day').distinct().as('days')])
    .where('correspondents.organization_id', '=', organizationId)
    // Mail of who has left stays with the organization, but says nothing to it any more.
    .where('users.organization_id', '=', organizationId)
    .where('day', '>', lastEnded(now))
    .groupBy('sender')
    .orderBy(({ fn }) => fn.max('day'), 'desc')
    .orderBy('sender')
    .limit(sql.lit(mostCorrespondents))
    .execute()
  const before = await readMailboxSenders(database, organizationId)
  const { known = [], met = [] } = Object.groupBy(joinDays(rows, before), ({ days }) =>
    days >= daysOfTrust ? 'known' : 'met',
  )
  return { known: known.map(({ sender }) => sender), met: met.map(({ sender }) => sender) }
}

/** Senders to watched mailboxes from before they were connected, where their users agreed. */
function readMailboxSenders(database: Database, organizationId: string): Promise<Met[]> {
  return database
    .selectFrom('mailbox_senders')
    .innerJoin('mailboxes', 'mailboxes.id', 'mailbox_senders.mailbox_id')
    .innerJoin('users', 'users.id', 'mailboxes.user_id')
    .select(['sender', 'days'])
    .where('users.organization_id', '=', organizationId)
    .where('users.is_active', '=', 1)
    .orderBy('last_at', 'desc')
    .orderBy('sender')
    .limit(sql.lit(mostCorrespondents))
    .execute()
}

interface Met {
  readonly sender: string
  readonly days: number | string
}

/** Days of two times that follow one another are different days; mailboxes of one organization have the same. */
function joinDays(rows: readonly Met[], before: readonly Met[]) {
  const days = new Map(rows.map(({ sender, days }) => [sender, Number(days)]))
  const earlier = Map.groupBy(before, ({ sender }) => sender)
  for (const [sender, found] of earlier) {
    const most = Math.max(...found.map((row) => Number(row.days)))
    days.set(sender, (days.get(sender) ?? 0) + most)
  }
  return [...days].slice(0, mostCorrespondents).map(([sender, days]) => ({ sender, days }))
}

/** By organization, because rows are found by that and then by day. */
export async function deleteOldCorrespondents(
  database: Database,
  now: Date,
  stop?: AbortSignal,
): Promise<void> {
  for (let after = '', isLast = false; !isLast; ) {
    const found = await database
      .selectFrom('organizations')
      .select('id')
      .where('id', '>', after)
      .orderBy('id')
      .limit(sql.lit(organizationsAtOnce))
      .execute()
    const ids = found.map(({ id }) => id)
    after = ids.at(-1) ?? ''
    isLast = ids.length < organizationsAtOnce
    await deleteInChunks((most) => deleteSome(database, ids, now, most), stop)
  }
}

const organizationsAtOnce = 100

async function deleteSome(
  database: Database,
  ids: readonly string[],
  now: Date,
  most: number,
): Promise<bigint> {
  const { numDeletedRows } = await database
    .deleteFrom('correspondents')
    .where(isOneOf(database, 'organization_id', ids))
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('organization_id', 'day', 'sender'),
        'in',
        selectFrom('correspondents')
          .select(['organization_id', 'day', 'sender'])
          .where(isOneOf(database, 'organization_id', ids))
          .where('day', '<=', lastEnded(now))
          .limit(most)
          .$asTuple('organization_id', 'day', 'sender'),
      ),
    )
    .executeTakeFirstOrThrow()
  return numDeletedRows
}

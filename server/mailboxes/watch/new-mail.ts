import type { FetchMessageObject } from 'imapflow'
import { limits } from '../../../contract/core/limits.ts'
import type { ThreatLevel } from '../../../contract/emails/threat-level.ts'
import type { MailboxAction } from '../../../contract/mailboxes/mailbox.ts'
import { dayMs, minuteMs } from '../../core/clock.ts'
import { HttpError } from '../../core/http-error.ts'
import { wordsForLog } from '../../core/log.ts'
import type { MailboxMails, MailPlace } from '../../database/tables/mail.ts'
import { explain, isJudged, keepWatchedMail, type Scan } from '../../emails/emails.ts'
import { readJudgeSettings } from '../../judge/judge.ts'
import { mailIdentifier, movedKeyword, readOverviews, searchUids } from './find-in-folder.ts'
import { findMail, judgedForMs, noteOpinion, setPlace } from './kept-mails.ts'
import { createGate } from './leases.ts'
import { type ReadMail, readMail } from './read-mail.ts'
import {
  changeWatched,
  command,
  type RowChange,
  readWatched,
  type Watched,
  type WatchedRow,
} from './watched.ts'

/** Few large mails are in memory, however many mailboxes get one at once: one of an organization. */
const largeBytes = 512 * 1024
const largeAtOnce = createGate(3)
const largeOf = new Map<string, Promise<unknown>>()

/**
 * A mail as a gateway would report it, by the judge of the organization as it is set: off, watching or
 * marking. Its content is in memory until it is judged, and kept nowhere.
 */
async function judgeMail(
  watched: Watched,
  row: WatchedRow,
  message: FetchMessageObject,
  { scan }: ReadMail,
): Promise<Scan> {
  const { database, log } = watched.services
  const organizationId = row.user.organization_id
  const settings = await readJudgeSettings(database, organizationId)
  const unjudged = { ...scan, recipient: row.address }
  if (settings === undefined || settings.mode === 'off') {
    return { ...unjudged, threat_level: 'safe', detection_reason: '', indicators: [] }
  }
  const isLarge = (message.size ?? 0) >= largeBytes
  const judge = async () => {
    const mail = await readSource(watched, message.uid, isLarge)
    const question = {
      mail,
      organizationId,
      perThousand: settings.per_thousand,
      facts: {
        recipient: row.address,
        ...(row.authserv_id === '' ? {} : { authservId: row.authserv_id }),
      },
    }
    return watched.ask(question).catch((cause: unknown) => {
      // It is busy, and the mail is judged later.
      if (cause instanceof HttpError) throw cause
      // A mail that it cannot read must not keep those after it from being judged.
      const { mailboxId: mailbox } = watched
      log('error', 'mail of a mailbox not judged', { mailbox, error: wordsForLog(cause) })
      return undefined
    })
  }
  const judgement = await (isLarge ? inTurnOf(organizationId, judge) : judge())
  if (judgement === undefined) {
    return { ...unjudged, threat_level: 'safe', detection_reason: '', indicators: [] }
  }
  const { level, reasons } = judgement
  const codes = reasons
    .filter(({ speaks }) => speaks === 'against')
    .map(({ code }) => `judge_${code}`)
    .filter(isJudged)
  const found = codes.length === 0 ? (['judge_marks'] as const) : codes
  const isMarked = level === 'suspicious' && settings.mode === 'mark'
  const explained = explain({
    action: 'no action',
    symbols: [],
    marked: isMarked ? found : undefined,
  })
  return {
    ...unjudged,
    threat_level: explained.level,
    detection_reason: explained.reason,
    indicators: explained.indicators,
    judge_level: level,
  }
}

/** A mail server that sends slowly delays the large mails of its own organization alone. */
async function inTurnOf<Result>(organizationId: string, task: () => Promise<Result>) {
  const before = largeOf.get(organizationId) ?? Promise.resolve()
  const result = before.then(() => largeAtOnce(task))
  const last = result.catch(() => {})
  largeOf.set(organizationId, last)
  await last
  if (largeOf.get(organizationId) === last) largeOf.delete(organizationId)
  return result
}

/** Without marking it as read. Of a mail that is too large its beginning. */
async function readSource(
  watched: Watched,
  uid: number,
  isLarge: boolean,
): Promise<Uint8Array<ArrayBuffer>> {
  const source = { maxLength: isLarge ? limits.analysedMailBytes - 1 : largeBytes }
  const found = await command(
    watched,
    (client) => client.fetchOne(String(uid), { source }, { uid: true }),
    minuteMs,
    source.maxLength + 1_000_000,
  )
  // It may have been deleted a moment ago; its header is judged then.
  return new Uint8Array(found === false ? Buffer.alloc(0) : (found.source ?? Buffer.alloc(0)))
}

/** At one look; then what waits is done, and the next look follows at once. */
const mostAtOnce = 20

/**
 * Judges what is new in the inbox, the oldest first, and notes how far it came with each mail, so that none is
 * judged twice or left out, whenever this server ends.
 */
export async function takeNewMail(
  watched: Watched,
  row: WatchedRow,
): Promise<'none' | 'some' | 'more'> {
  const uids = await newUids(watched, row)
  const some = uids.slice(0, mostAtOnce)
  if (some.length === 0) return 'none'
  const found = await readOverviews(watched, some.join(','))
  const sorted = found.toSorted((one, other) => one.uid - other.uid)
  for (const message of sorted) await takeMail(watched, row, message)
  const last = some.at(-1)
  if (sorted.at(-1)?.uid !== last) {
    // Deleted meanwhile.
    await changeWatched(watched, watched.services.database, { last_uid: String(last) })
  }
  return uids.length > some.length ? 'more' : 'some'
}

async function newUids(watched: Watched, row: WatchedRow): Promise<number[]> {
  const last = Number(row.last_uid)
  const since = new Date(oldest(watched, row).getTime() - dayMs)
  const found = await searchUids(watched, { uid: `${last + 1}:*`, since })
  // The asterisk names the last mail also where it is not new.
  return found.filter((uid) => uid > last).sort((one, other) => one - other)
}

/** A mail server's clock may be behind. */
const behindMs = 5 * minuteMs

/** Mail from before is not judged, also where the user moves it into the inbox. */
function oldest({ services: { clock } }: Watched, { connected_at }: WatchedRow): Date {
  const connectedMs = Date.parse(connected_at) - behindMs
  return new Date(Math.max(connectedMs, clock().getTime() - judgedForMs))
}

async function takeMail(
  watched: Watched,
  row: WatchedRow,
  message: FetchMessageObject,
): Promise<void> {
  const { services } = watched
  const { database } = services
  const last_uid = String(message.uid)
  const read = readMail(message, row.authserv_id, services.clock())
  const id = (await mailIdentifier(services))(read.headers)
  const known = await findMail(database, watched.mailboxId, id)
  if (known !== undefined) {
    await database.transaction().execute(async (transaction) => {
      await readWatched(watched, transaction)
      const place = placeInInbox(known.place)
      await setPlace(transaction, known, place, last_uid)
      if (place === 'returned' && known.place !== 'returned') {
        await noteOpinion(services, transaction, row, known, 'honest')
      }
      await changeWatched(watched, transaction, { last_uid })
    })
    return
  }
  const isDeleted = message.flags?.has('\\Deleted') === true
  if (isDeleted || read.receivedAt < oldest(watched, row)) {
    await changeWatched(watched, database, { last_uid })
    return
  }
  const scan = await judgeMail(watched, row, message, read)
  const isElsewhere = message.flags?.has(movedKeyword) === true
  await keep(watched, { id, uid: last_uid }, read, scan, isElsewhere)
  watched.untouched.add(id)
}

/**
 * A mail that comes back was moved there by its user, which is final. One that Aman moves back may still be in
 * Aman's folder too.
 */
function placeInInbox(place: MailPlace): MailPlace {
  return place === 'moved' || place === 'junk' ? 'returned' : place
}

/** @param isElsewhere whether another installation of Aman moves it, or did and its user moved it back */
async function keep(
  watched: Watched,
  { id, uid }: Pick<MailboxMails, 'id' | 'uid'>,
  { identity, receivedAt }: ReadMail,
  scan: Scan,
  isElsewhere: boolean,
): Promise<void> {
  const { services } = watched
  const now = services.clock()
  const counted = await services.database.transaction().execute(async (transaction) => {
    // Another server may have taken over while this mail was judged.
    const row = await readWatched(watched, transaction)
    const change: RowChange = {
      last_uid: uid,
      last_mail_at: receivedAt.toISOString(),
      ...(isElsewhere ? { problem: 'shared' } : {}),
    }
    const addressed = { scan, userId: row.user_id }
    const organizationId = row.user.organization_id
    const { mail, isFresh } = await keepWatchedMail(
      services,
      transaction,
      now,
      organizationId,
      addressed,
      identity,
    )
    await transaction
      .insertInto('mailbox_mails')
      .values({
        mailbox_id: watched.mailboxId,
        id,
        scan_id: mail.id,
        place: isElsewhere ? 'inbox' : placeOf(mail.level, row.action),
        uid,
        received_at: receivedAt.toISOString(),
        judged_at: now.toISOString(),
      })
      .execute()
    await changeWatched(watched, transaction, change)
    return isFresh ? [mail.level] : []
  })
  services.countScans(counted)
}

function placeOf(level: ThreatLevel, action: MailboxAction): MailPlace {
  return level === 'safe' ? 'inbox' : placeFor[action]
}

const placeFor = { tell: 'inbox', mark: 'marking', move: 'moving' } as const

import { dayMs, hourMs, isoAfter, minuteMs } from '../../core/clock.ts'
import type { Sealer } from '../../core/sealer.ts'
import { findFlags } from '../../flags/flags.ts'
import { type FirstLook, lookFirst } from '../first-look.ts'
import { openImap } from '../imap/open-imap.ts'
import { doWaiting } from './act.ts'
import { noteFolderMoves } from './folder-moves.ts'
import { setPlace } from './kept-mails.ts'
import type { Gate } from './leases.ts'
import { takeNewMail } from './new-mail.ts'
import { type ByCredential, credentialOf, openByCredential } from './open-by-credential.ts'
import { readSenders } from './read-senders.ts'
import {
  changeWatched,
  command,
  openInbox,
  readWatched,
  type Watched,
  type WatchedRow,
} from './watched.ts'

/** Between two looks at a server without IDLE. Another one tells, and is looked at half as often. */
export const usualLookMs = minuteMs

export interface Calls {
  /** Resolves at the next call, at once if one came since the last. */
  next(limitMs: number): Promise<void>
  call(): void
}

/** Wakes who waits, or who will wait next. */
export function createCalls(): Calls {
  let isCalled = false
  let wake: (() => void) | undefined
  return {
    call() {
      isCalled = true
      wake?.()
    },
    async next(limitMs) {
      if (!isCalled) {
        const { promise, resolve } = Promise.withResolvers<void>()
        wake = resolve
        const timer = setTimeout(resolve, limitMs)
        await promise
        clearTimeout(timer)
        wake = undefined
      }
      isCalled = false
    },
  }
}

interface Session extends Omit<Watched, 'connection' | 'untouched'>, ByCredential {
  readonly services: Watched['services']
  readonly sealer: Sealer
  readonly calls: Calls
  readonly stop: AbortSignal
  readonly lookEveryMs: number
}

/**
 * Watches a mailbox through one connection, until it is stopped.
 * @throws when the connection fails, or the mailbox is no longer this server's
 */
export async function watchOnce(session: Session, open: Gate): Promise<void> {
  const { services, calls, stop, sealer, lookEveryMs } = session
  const row = await readWatched(session, services.database)
  const { credential_of } = row
  const connection = await (credential_of === null
    ? open(async () =>
        openImap(services.mailServers, row, await credentialOf(session, sealer, row)),
      )
    : openByCredential(session, row, credential_of))
  const { client } = connection
  const watched: Watched = { ...session, connection, untouched: new Set() }
  client.on('exists', calls.call)
  client.on('close', calls.call)
  try {
    const first = row.uid_validity === '' ? await lookFirst(connection) : undefined
    const junk = await findJunk(watched)
    await noteConnected(watched, row, await openInbox(watched), first)
    // Nothing is told of mail that comes while another folder is open.
    client.on('mailboxOpen', calls.call)
    await readSenders(watched, row)
    let lookAtFoldersMs = 0
    while (!stop.aborted) {
      const current = await readWatched(watched, services.database)
      const found = await takeNewMail(watched, current)
      await moveFlagged(watched, current)
      // An idle mailbox is read once at each look.
      const read = (isChanged: boolean) =>
        isChanged ? readWatched(watched, services.database) : current
      const isDone = await doWaiting(watched, await read(found !== 'none'), found === 'more')
      if (performance.now() >= lookAtFoldersMs) {
        await noteFolderMoves(watched, await read(found !== 'none' || isDone), junk)
        lookAtFoldersMs = performance.now() + lookEveryMs / 2
      }
      await noteSeen(watched, current)
      if (found !== 'more') await waitForNews(watched, calls, lookEveryMs)
    }
  } finally {
    client.close()
  }
}

async function findJunk(watched: Watched): Promise<string | undefined> {
  const folders = await command(watched, (client) => client.list())
  return folders.find(({ specialUse }) => specialUse === '\\Junk')?.path
}

/** After the inbox was restored or made anew, its mails have other UIDs; those that are known are recognised. */
async function noteConnected(
  watched: Watched,
  row: WatchedRow,
  validity: string,
  first: FirstLook | undefined,
): Promise<void> {
  const { database, clock } = watched.services
  const isKnown = validity === (first ?? row).uid_validity
  await changeWatched(watched, database, {
    refusals: 0,
    ...(isOfConnection(row.problem) ? { problem: null } : {}),
    ...(first === undefined ? {} : { ...first, connected_at: clock().toISOString() }),
    ...(isKnown ? {} : { uid_validity: validity, last_uid: '0' }),
  })
}

/** The others stay until a mail can be moved, or the user has seen them. */
function isOfConnection(problem: WatchedRow['problem']): boolean {
  return problem !== null && !['full', 'cannot_move', 'shared'].includes(problem)
}

/** To the hour, so that an idle mailbox writes next to nothing. */
async function noteSeen(watched: Watched, { seen_at }: WatchedRow): Promise<void> {
  const now = watched.services.clock()
  if (seen_at !== null && Math.abs(now.getTime() - Date.parse(seen_at)) < hourMs) return
  await changeWatched(watched, watched.services.database, { seen_at: now.toISOString() })
}

/** The next command ends IDLE, and says whether the connection still lives. */
async function waitForNews(watched: Watched, calls: Calls, limitMs: number): Promise<void> {
  const { client } = watched.connection
  if (client.capabilities.has('IDLE')) {
    client.idle().catch(() => {})
    await calls.next(2 * limitMs)
  } else {
    await calls.next(limitMs)
    await command(watched, () => client.noop())
  }
}

/**
 * Has mail of the last day moved whose sender its user flagged red after it came, where the user wants that. Mail
 * that was moved back stays, and no green flag moves any.
 */
async function moveFlagged({ services }: Watched, row: WatchedRow): Promise<void> {
  if (row.action !== 'move' || row.moves_last_day === 0) return
  const { database, clock } = services
  const { organization_id: organizationId } = row.user
  const now = clock()
  const dayAgo = isoAfter(now, -dayMs)
  const recent = await database
    .selectFrom('flags')
    .select(['id', 'created_at'])
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', row.user_id)
    .where('flag_type', '=', 'red')
    .where('created_at', '>', dayAgo)
    .execute()
  if (recent.length === 0) return
  const mails = await database
    .selectFrom('mailbox_mails')
    .innerJoin('scans', 'scans.id', 'mailbox_mails.scan_id')
    .select(['mailbox_id', 'mailbox_mails.id', 'judged_at', 'sender_address as sender'])
    .where('scans.organization_id', '=', organizationId)
    .where('scans.user_id', '=', row.user_id)
    .where('mailbox_id', '=', row.id)
    .where('place', '=', 'inbox')
    .where('scans.received_at', '>', dayAgo)
    .where('sender_address', '<>', '')
    .execute()
  const wanted = mails.map(({ sender }) => ({ userId: row.user_id, sender }))
  const flagOf = await findFlags(services, organizationId, wanted, now)
  for (const mail of mails) {
    const flag = flagOf({ userId: row.user_id, sender: mail.sender })
    const made = recent.find(({ id }) => id === flag?.id)
    if (made !== undefined && made.created_at >= mail.judged_at) {
      await setPlace(database, mail, 'moving')
    }
  }
}

import type { FetchMessageObject } from 'imapflow'
import { limits } from '../../../contract/core/limits.ts'
import { minuteMs } from '../../core/clock.ts'
import { HttpError } from '../../core/http-error.ts'
import { wordsForLog } from '../../core/log.ts'
import { explain, isJudged, type Scan } from '../../emails/emails.ts'
import { readJudgeSettings } from '../../judge/judge.ts'
import type { ReadMail } from './read-mail.ts'
import { command, type Watched, type WatchedRow } from './watched.ts'

/** Large mails are in memory one after another, however many mailboxes get one at once. */
const largeBytes = 512 * 1024
let largeOne: Promise<unknown> = Promise.resolve()

/**
 * A mail as a gateway would report it, by the judge of the organization as it is set: off, watching or
 * marking. Its content is in memory until it is judged, and kept nowhere.
 */
export async function judgeMail(
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
  const judge = async () => {
    const mail = await readSource(watched, message.uid)
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
  const judgement = await ((message.size ?? 0) < largeBytes ? judge() : inTurn(judge))
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

function inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
  const result = largeOne.then(task)
  largeOne = result.catch(() => {})
  return result
}

/** Without marking it as read. Of a mail that is too large its beginning. */
async function readSource(watched: Watched, uid: number): Promise<Uint8Array<ArrayBuffer>> {
  const source = { maxLength: limits.analysedMailBytes - 1 }
  const found = await command(
    watched,
    (client) => client.fetchOne(String(uid), { source }, { uid: true }),
    minuteMs,
  )
  // It may have been deleted a moment ago; its header is judged then.
  return new Uint8Array(found === false ? Buffer.alloc(0) : (found.source ?? Buffer.alloc(0)))
}

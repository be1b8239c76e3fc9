import { tooLarge } from '../../../contract/core/common-errors.ts'
import { limits } from '../../../contract/core/limits.ts'
import { baseLocale, type Locale } from '../../../contract/core/locale.ts'
import {
  checkMailEndpoint,
  checksBusy,
  emptyText,
  filterFailed,
  notAMail,
  textTooLong,
} from '../../../contract/emails/check-mail.ts'
import { secondMs } from '../../core/clock.ts'
import { createFairQueue } from '../../core/fair-queue.ts'
import { blockedUntil, HttpError } from '../../core/http-error.ts'
import type { Users } from '../../database/tables/accounts.ts'
import { bindUpload } from '../../http/bind.ts'
import type { Services } from '../../http/services.ts'
import { createJudge } from '../../judge/judge.ts'
import {
  type CheckedMail,
  judgeCheck,
  verdictOf,
  verdictOnText,
  weightsOf,
} from './judged-check.ts'
import { beginCheck, findKeptVerdict, finishCheck, forgetCheck, withKept } from './kept-checks.ts'
import { createExporterRules, scanMail } from './scanner.ts'

/** Header lines of honest mail have a few kilobytes. */
const longestHeader = 256_000

const headerLine = /^[!-9;-~]+[ \t]*:/
const foldedLine = /^[ \t]/
/** Every mail has one of them: its author wrote the one, a server that took it the other. */
const ownLine = /^(?:from|received)[ \t]*:/i

/** The names of a mail's header lines that the check depends on. */
interface MailHeader {
  readonly isSigned: boolean
  /** Undefined where the mail has none, or one that is too long to be kept. */
  readonly messageId: string | undefined
}

/**
 * Looks at the beginning of a file, because rspamd answers any bytes with a verdict.
 * @throws HttpError 422 if it does not begin with the header lines of a mail
 */
export function requireMail(bytes: Uint8Array): MailHeader {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .subarray(0, longestHeader)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf|^(?:[ \t]*\r?\n)+/, '')
  const end = /\r?\n\r?\n/.exec(start)
  if (end === null) throw new HttpError(notAMail, {})
  const [first = '', ...others] = start.slice(0, end.index).split(/\r?\n/)
  // Mailbox files begin with a line of the envelope.
  const lines = first.startsWith('From ') ? others : [first, ...others]
  const isHeader = lines.every(
    (line, index) => headerLine.test(line) || (index > 0 && foldedLine.test(line)),
  )
  if (!isHeader || !lines.some((line) => ownLine.test(line))) throw new HttpError(notAMail, {})
  return {
    isSigned: lines.some((line) => /^dkim-signature[ \t]*:/i.test(line)),
    messageId: messageIdIn(lines),
  }
}

/** The value may stand on the next line, for it must not be folded itself. */
function messageIdIn(lines: readonly string[]): string | undefined {
  const at = lines.findIndex((line) => /^message-id[ \t]*:/i.test(line))
  if (at === -1) return undefined
  const [first = '', second = ''] = lines.slice(at, at + 2)
  const own = first.slice(first.indexOf(':') + 1).trim()
  const id = own === '' && foldedLine.test(second) ? second.trim() : own
  return id === '' || id.length > limits.messageId ? undefined : id
}

/** A letter, digit or sign; blanks, controls and invisible characters alone are nothing to judge. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/**
 * The pasted text without the blanks around it.
 * @throws HttpError 422 if it is empty or too long
 */
function requireText(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const text = new TextDecoder().decode(bytes).trim()
  if (!visible.test(text)) throw new HttpError(emptyText, {})
  if ([...text].length > limits.checkedText) throw new HttpError(textTooLong, {})
  return new TextEncoder().encode(text)
}

/** Mails that are with rspamd. */
const mostAtOnce = 2
/** For one organization, and for one user. */
const mostWaiting = 6
const mostOfUser = 2

type User = Pick<Users, 'id' | 'organization_id'>

/** A parameter of the media type, because a mail's own header lines are the sender's. */
const converted = /;\s*converted=yes\s*(?:;|$)/i
const pasted = /;\s*pasted=yes\s*(?:;|$)/i

const tooMany = () => blockedUntil(checksBusy, {}, 5)

/**
 * POST /mail-checks: the judge reads a mail that the user has as a file, and rspamd
 * where there is one; of a pasted text rspamd is not asked, because its rules
 * would blame what is missing. A mail has a place from when it has come: a slow upload keeps none from others.
 */
export function checkMail(services: Services) {
  const { rspamdUrl, log, clock } = services
  const scan = (mail: Uint8Array<ArrayBuffer>, settings: object) =>
    scanMail({ url: rspamdUrl ?? '', log }, mail, settings)
  const ask = createJudge(services)
  const rules = createExporterRules({ log, clock, scan })
  const queue = createFairQueue({
    running: mostAtOnce,
    mostWork: mostWaiting,
    waitMs: 20 * secondMs,
    tooMany,
  })
  const checksOf = new Map<string, number>()

  async function inPlaceOf<Result>({ id }: User, check: () => Promise<Result>): Promise<Result> {
    const others = checksOf.get(id) ?? 0
    if (others >= mostOfUser) throw tooMany()
    checksOf.set(id, others + 1)
    try {
      return await check()
    } finally {
      const left = (checksOf.get(id) ?? 0) - 1
      if (left === 0) checksOf.delete(id)
      else checksOf.set(id, left)
    }
  }

  async function askFilter(
    mail: Uint8Array<ArrayBuffer>,
    known: CheckedMail,
    { id, organization_id: organizationId }: User,
  ) {
    if (rspamdUrl === null) return undefined
    return queue.run(organizationId ?? id, async () => {
      const settings = { symbols_disabled: await rules.names(), scores: weightsOf(known) }
      const answer = await scan(mail, settings)
      rules.watch(answer)
      const verdict = judgeCheck(answer, known)
      if (verdict === undefined) throw new HttpError(filterFailed, {})
      return verdict
    })
  }

  async function judgeMailFile(
    mail: Uint8Array<ArrayBuffer>,
    user: User,
    mediaType: string,
    locale: Locale,
  ) {
    const { id, organization_id: organizationId } = user
    const { messageId, ...header } = requireMail(mail)
    const isConverted = converted.test(mediaType)
    if (!isConverted && mail.length > limits.checkedMailBytes) {
      throw new HttpError(tooLarge, { max_bytes: limits.checkedMailBytes })
    }
    const known = { ...header, isConverted }
    const [judgement, filter, kept] = await Promise.all([
      // rspamd gets the same bytes, and the judge's are gone afterwards.
      ask({ mail: new Uint8Array(mail), organizationId }),
      askFilter(mail, known, user),
      findKeptVerdict(services, id, messageId),
    ])
    const isSigned = known.isSigned && !known.isConverted
    return withKept(verdictOf(judgement, filter, isSigned, locale), kept, locale)
  }

  async function judgePasted(
    bytes: Uint8Array<ArrayBuffer>,
    { organization_id: organizationId }: User,
    locale: Locale,
  ) {
    const mail = requireText(bytes)
    return verdictOnText(await ask({ mail, organizationId, isPasted: true }), locale)
  }

  return bindUpload(
    services,
    checkMailEndpoint,
    async (read, { user }, { mediaType, locale = baseLocale }) => {
      const check = await beginCheck(services, user)
      try {
        const mail = await read()
        const verdict = await inPlaceOf(user, () =>
          pasted.test(mediaType)
            ? judgePasted(mail, user, locale)
            : judgeMailFile(mail, user, mediaType, locale),
        )
        await finishCheck(services, check, verdict.threat_level)
        return { id: check.id, ...verdict }
      } catch (cause) {
        if (!(cause instanceof HttpError) || cause.status >= 500) await forgetCheck(services, check)
        throw cause
      }
    },
  )
}

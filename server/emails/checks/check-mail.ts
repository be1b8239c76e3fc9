import { baseLocale } from '../../../contract/core/locale.ts'
import {
  checkMailEndpoint,
  checksBusy,
  checksNotOffered,
  filterFailed,
} from '../../../contract/emails/check-mail.ts'
import { secondMs } from '../../core/clock.ts'
import { blockedUntil, HttpError } from '../../core/http-error.ts'
import { createWorkQueue } from '../../core/work-queue.ts'
import { bindUpload } from '../../http/bind.ts'
import type { Services } from '../../http/services.ts'
import { sentenceIn } from '../sentences/sentence.ts'
import { createExporterRules } from './exporters.ts'
import { beginCheck, finishCheck, forgetCheck } from './kept-checks.ts'
import { requireMail } from './require-mail.ts'
import { scanMail } from './scanner.ts'
import { judgeCheck, weightsOf } from './verdict.ts'

const mostAtOnce = 2
const mostWaiting = 6

/** A parameter of the media type, because a mail's own header lines are the sender's. */
const converted = /;\s*converted=yes\s*(?:;|$)/i

const tooMany = () => blockedUntil(checksBusy, {}, 5)

/**
 * POST /mail-checks (A480): rspamd judges a mail that the user has as a file. Each mail is in memory
 * until it is judged, so few are read at once.
 */
export function checkMail(services: Services) {
  const { rspamdUrl, log, clock } = services
  const scan = (mail: Uint8Array<ArrayBuffer>, settings: object) =>
    scanMail({ url: rspamdUrl ?? '', log }, mail, settings)
  const rules = createExporterRules({ log, clock, scan })
  const wait = createWorkQueue({
    running: mostAtOnce,
    queued: mostWaiting,
    waitMs: 20 * secondMs,
    tooMany,
  })
  let admitted = 0

  async function judge(mail: Uint8Array<ArrayBuffer>, isConverted: boolean) {
    const known = { isSigned: requireMail(mail).isSigned, isConverted }
    return wait(async () => {
      const settings = { symbols_disabled: await rules.names(), scores: weightsOf(known) }
      const answer = await scan(mail, settings)
      rules.watch(answer)
      const verdict = judgeCheck(answer, known)
      if (verdict === undefined) throw new HttpError(filterFailed, {})
      return verdict
    })
  }

  return bindUpload(
    services,
    checkMailEndpoint,
    async (read, { user }, { mediaType, locale = baseLocale }) => {
      if (rspamdUrl === null) throw new HttpError(checksNotOffered, {})
      if (admitted >= mostAtOnce + mostWaiting) throw tooMany()
      admitted += 1
      try {
        const id = await beginCheck(services, user.id)
        try {
          const verdict = await judge(await read(), converted.test(mediaType))
          await finishCheck(services, id, verdict.threat_level)
          return {
            id,
            ...verdict,
            detection_reason: sentenceIn(locale, verdict.detection_reason),
            indicators: verdict.indicators.map((sentence) => sentenceIn(locale, sentence)),
          }
        } catch (cause) {
          if (!(cause instanceof HttpError) || cause.status >= 500) await forgetCheck(services, id)
          throw cause
        }
      } finally {
        admitted -= 1
      }
    },
  )
}

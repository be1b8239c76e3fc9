import * as v from 'valibot'
import { filterFailed, filterUnavailable } from '../../../contract/emails/check-mail.ts'
import { secondMs } from '../../core/clock.ts'
import { blockedUntil, HttpError } from '../../core/http-error.ts'
import { type Log, wordsForLog } from '../../core/log.ts'

/** A scan takes less than a second; lookups without an answer take longer. */
const scanMs = 15 * secondMs
/** An answer has a few ten kilobytes. */
const longestAnswer = 2_000_000

const answerSchema = v.object({
  action: v.string(),
  is_skipped: v.optional(v.boolean(), false),
  symbols: v.record(
    v.string(),
    v.object({ score: v.optional(v.number(), 0), group: v.optional(v.string(), '') }),
  ),
  /** Every rule that ran, with its time. */
  profile: v.record(v.string(), v.number()),
})
export type ScannerAnswer = v.InferOutput<typeof answerSchema>

/**
 * Lets rspamd judge a mail that is not on its way to anyone: without recipient, client and log.
 * @param settings of rspamd for this mail alone
 * @throws HttpError 503 or 502
 */
export async function scanMail(
  { url, log }: { readonly url: string; readonly log: Log },
  mail: Uint8Array<ArrayBuffer>,
  settings: object,
  timeoutMs = scanMs,
): Promise<ScannerAnswer> {
  const text = await ask(url, mail, settings, timeoutMs).catch((cause: unknown) => {
    if (cause instanceof HttpError) throw cause
    log('warning', 'rspamd does not answer', { error: wordsForLog(cause) })
    throw blockedUntil(filterUnavailable, {}, 10)
  })
  const parsed = v.safeParse(answerSchema, parseJson(text))
  if (parsed.success) return parsed.output
  log('warning', 'rspamd answered with something else than a verdict', {})
  throw new HttpError(filterFailed, {})
}

async function ask(
  url: string,
  mail: Uint8Array<ArrayBuffer>,
  settings: object,
  timeoutMs: number,
): Promise<string> {
  const answer = await fetch(`${url}/checkv2`, {
    method: 'POST',
    headers: {
      // rspamd closes connections itself, and one that is just being closed would fail a check.
      Connection: 'close',
      'Content-Type': 'message/rfc822',
      Log: 'no',
      Profile: 'yes',
      Settings: asciiJson(settings),
    },
    body: mail,
    // The mail goes to the configured server alone.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!answer.ok) {
    await answer.body?.cancel()
    throw new Error(`it answered ${answer.status}`)
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.byteLength
    if (size > longestAnswer) throw new HttpError(filterFailed, {})
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** A header holds ASCII alone. */
function asciiJson(value: object): string {
  return JSON.stringify(value).replaceAll(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

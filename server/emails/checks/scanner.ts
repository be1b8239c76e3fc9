import * as v from 'valibot'
import { filterFailed, filterUnavailable } from '../../../contract/emails/check-mail.ts'
import { type Clock, minuteMs, secondMs } from '../../core/clock.ts'
import { blockedUntil, HttpError } from '../../core/http-error.ts'
import { type Log, wordsForLog } from '../../core/log.ts'

/** Rules of rspamd that pass mail on or remember it, by the names that its modules give them. */
const passingOn =
  /^EXPORT_METADATA_|_(?:COLLECT|IDEMPOTENT|LEARN|SAVE|SET|STORE|UPDATE)$|^GREYLIST_|^RATELIMIT_/

/** Aman's own rules, and what is known without asking. */
const alwaysDisabled = [
  'EXPORT_METADATA_AMAN',
  'AMAN_JUDGE',
  'CLICKHOUSE_COLLECT',
  'ELASTIC_COLLECT',
  'GREYLIST_CHECK',
  'GREYLIST_SAVE',
  'HISTORY_SAVE',
  'REPLIES_SET',
]

/** An operator's change of rspamd is noticed after this time at the latest. */
const knownForMs = 5 * minuteMs
/** Each attempt may find rules that the one before did not let run. */
const attempts = 3

/** Has nothing of anyone, for rules that do export it. */
const probe = Buffer.from(
  [
    'From: Aman <mail-check@aman.invalid>',
    'To: Aman <mail-check@aman.invalid>',
    'Subject: Aman asks which rules export mail',
    'Message-ID: <mail-check@aman.invalid>',
    '',
    'This mail has no content.',
    '',
  ].join('\r\n'),
)

interface Place {
  readonly log: Log
  readonly clock: Clock
  readonly scan: (mail: Uint8Array<ArrayBuffer>, settings: object) => Promise<ScannerAnswer>
}

/**
 * Finds out which rules of rspamd would pass a mail on. Their names are the operator's, and rspamd has
 * no setting for all of them, but its profile names every rule that ran: a mail without content is
 * scanned until no such rule runs any more.
 */
export function createExporterRules({ log, clock, scan }: Place) {
  let known: readonly string[] = alwaysDisabled
  let knownAt = Number.NEGATIVE_INFINITY
  let asking: Promise<readonly string[]> | undefined

  async function ask(): Promise<readonly string[]> {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const ran = passingOnIn(await scan(probe, { symbols_disabled: known }))
      if (ran.length === 0) {
        knownAt = clock().getTime()
        return known
      }
      known = [...new Set([...known, ...ran])]
    }
    log('error', 'rspamd passes mail on although it is told not to', { rules: known.join() })
    throw new HttpError(filterFailed, {})
  }

  return {
    /**
     * The rules that must not see a checked mail.
     * @throws HttpError 502 or 503 if they cannot be disabled or are not known
     */
    async names(): Promise<readonly string[]> {
      if (Math.abs(clock().getTime() - knownAt) < knownForMs) return known
      asking ??= ask().finally(() => {
        asking = undefined
      })
      return asking
    },
    /** Looks into the profile of a checked mail, in case the configuration has just changed. */
    watch(answer: ScannerAnswer): void {
      const ran = passingOnIn(answer)
      if (ran.length === 0) return
      knownAt = Number.NEGATIVE_INFINITY
      log('error', 'rspamd passed a checked mail on by new rules', { rules: ran.join() })
    },
  }
}

function passingOnIn({ profile }: ScannerAnswer): string[] {
  return Object.keys(profile).filter((name) => passingOn.test(name))
}

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
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), answerSchema), text)
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

import * as v from 'valibot'
import { object } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { field } from '../core/field.ts'
import { limits } from '../core/limits.ts'

/*
 * A verdict must not be lost because of a field that another version of rspamd writes otherwise, so a
 * value of another type counts as missing. rspamd writes 'unknown' or 'undef' for what it does not know.
 */

const longestText = 10_000
/** The recipients are counted, also those that are ignored. */
const mostLines = 50_000
const mostItems = 10_000

/** Longer than a mail server takes in a header; the rest is ignored. */
const foreignText = v.pipe(
  v.string(),
  v.transform((given) => given.slice(0, longestText)),
)

/** More items than a mail has of anything; the rest are ignored before any of them is read. */
/* @__NO_SIDE_EFFECTS__ */
function foreignList<const Item extends v.GenericSchema>(
  item: Item,
  most = mostItems,
  cleaned = (given: unknown) => given,
): v.ArraySchema<Item, undefined> {
  const list = v.array(item)
  return {
    ...list,
    '~run': ({ value }, config) => {
      const items = Array.isArray(value) ? value.slice(0, most).map(cleaned) : value
      return list['~run']({ value: items }, config)
    },
  }
}

const textsOf = (most = mostItems) =>
  foreignList(foreignText, most, (given) => (typeof given === 'string' ? given : ''))

const word = v.fallback(v.optional(foreignText, ''), '')
const words = v.fallback(v.optional(textsOf(), []), [])
/** One for each header line, or the word 'unknown'. */
const lines = v.fallback(v.optional(v.union([textsOf(mostLines), foreignText]), []), [])

const symbol = v.fallback(
  object({
    name: field(word, 'The name of the symbol.', 'PHISHING'),
    score: field(
      v.fallback(v.optional(v.number(), 0), 0),
      'What the symbol adds to the score of the mail.',
      2,
    ),
    group: field(word, 'The group of the symbol, for one that is not known.', 'phishing'),
    options: field(
      words,
      'More about the finding, never shown: only those of `AMAN_ENFORCE`, the recipients who do not get the mail, and the domain of `DMARC_…` are read.',
      ['bank.example->lookalike.example'],
    ),
  }),
  { name: '', score: 0, group: '', options: [] },
)

/**
 * The fields that are read of a report of rspamd's `metadata_exporter`; everything else in it is
 * ignored.
 */
const report = object({
  action: field(
    word,
    'What rspamd decided: `no action`, `greylist`, `add header`, `rewrite subject`, `quarantine`, `discard`, `reject`, `soft reject`, or an action of the operator.',
    'add header',
  ),
  symbols: field(
    v.fallback(v.optional(foreignList(symbol), []), []),
    'What rspamd found, in any order; only a score above 0 counts.',
  ),
  rcpt: field(
    lines,
    `The recipients as the sender wrote them; after ${limits.reportRecipients} they are ignored.`,
    ['Rania@clinic.example', 'guest@elsewhere.example'],
  ),
  from: field(word, 'The sender of the envelope; empty for a bounce.', 'alerts@lookalike.example'),
  header_from: field(
    lines,
    'The From lines, decoded. The first address is the sender; without one the envelope has it.',
    ['Your Bank <alerts@lookalike.example>'],
  ),
  subject: field(word, 'The subject, decoded.', 'Confirm your account'),
  header_subject: field(lines, 'The Subject lines, decoded, where `subject` is missing.', [
    'Confirm your account',
  ]),
  message_id: field(
    word,
    'The Message-ID without brackets, to recognise a repeated report; stored only as an HMAC.',
    '20250301093000.7@lookalike.example',
  ),
  qid: field(
    word,
    'The queue id of the mail server, for mail without a Message-ID.',
    '4Z6Kq01FzLz2x',
  ),
  user: field(word, 'Who signed in to send the mail; outgoing mail is ignored.', 'unknown'),
})
export type RspamdReport = v.InferOutput<typeof report>
export type ReportedSymbol = RspamdReport['symbols'][number]

export const reportsBusy = defineError(503, 'reports_busy', {
  description: 'Many reports of one organization wait; those of the others were taken. Try again',
  sentence: () => 'Many reports of one organization are waiting. Try again in a moment.',
})

/**
 * Rspamd's `metadata_exporter` reports a mail with its verdict, once for each SMTP transaction.
 * rspamd sends a report once and takes only 200 for a success, in version 3.4 not even 201. So
 * every report that can be read is answered with 200, also where it concerns no user.
 */
export const takeRspamdReportEndpoint = defineEndpoint('POST /rspamd', {
  summary: 'Take a report of rspamd',
  description:
    "The JSON of rspamd's `metadata_exporter`. The mail is counted for each recipient who is a user of the organization, once in a day however often it is reported; a stricter verdict then replaces the first. With a key of the operator, each recipient counts for the organization of the user who has the address. Mail that a user sends, and mail that is put off (`soft reject`), is not counted. Unknown fields are ignored, and a value of another type counts as missing.",
  access: 'gateway',
  bodyLimitBytes: limits.rspamdReportBytes,
  input: report,
  output: object({
    success: field(v.literal(true), 'True; an error has false.'),
    taken: field(
      v.number(),
      'Recipients for whom the mail is counted, now or by an earlier report.',
      1,
    ),
    ignored: field(
      v.number(),
      'Recipients who are not users of the organization, or all of them for mail that is not counted.',
      1,
    ),
  }),
  errors: [reportsBusy],
  done: 'The report was read; `taken` and `ignored` say what became of it',
})

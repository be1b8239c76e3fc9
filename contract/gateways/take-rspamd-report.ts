import * as v from 'valibot'
import { object } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError, noParams } from '../core/errors.ts'
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
    name: word,
    score: v.fallback(v.optional(v.number(), 0), 0),
    group: word,
    options: words,
  }),
  { name: '', score: 0, group: '', options: [] },
)

/**
 * The fields that are read of a report of rspamd's `metadata_exporter`; everything else in it is
 * ignored.
 */
const report = object({
  action: word,
  symbols: v.fallback(v.optional(foreignList(symbol), []), []),
  rcpt: lines,
  from: word,
  header_from: lines,
  subject: word,
  header_subject: lines,
  message_id: word,
  qid: word,
  user: word,
})
export type RspamdReport = v.InferOutput<typeof report>
export type ReportedSymbol = RspamdReport['symbols'][number]

/**
 * POST /rspamd, an addition: rspamd's `metadata_exporter` reports a mail with its verdict, once for each
 * SMTP transaction. rspamd sends a report once and takes only 200 for a success, in version 3.4 not even
 * 201. So every report that can be read is answered with 200, also where it concerns no user.
 */
export const takeRspamdReportEndpoint = defineEndpoint({
  method: 'POST',
  path: '/rspamd',
  access: 'gateway',
  bodyLimitBytes: limits.rspamdReportBytes,
  input: report,
  output: object({ success: v.literal(true), taken: v.number(), ignored: v.number() }),
})

export const reportsBusy = defineError({
  code: 'reports_busy',
  status: 503,
  description: 'Many reports of one organization wait; those of the others were taken. Try again',
  params: noParams,
  sentence: () => 'Many reports of one organization are waiting. Try again in a moment.',
})

export const takeRspamdReportCall = describeCall(takeRspamdReportEndpoint, {
  summary: 'Take a report of rspamd',
  description:
    "The JSON of rspamd's `metadata_exporter`. The mail is counted for each recipient who is a user of the organization, once in a day however often it is reported; a stricter verdict then replaces the first. With a key of the operator, each recipient counts for the organization of the user who has the address. Mail that a user sends, and mail that is put off (`soft reject`), is not counted. Unknown fields are ignored, and a value of another type counts as missing.",
  tag: 'Gateways',
  fields: [
    {
      action:
        'What rspamd decided: `no action`, `greylist`, `add header`, `rewrite subject`, `quarantine`, `discard`, `reject`, `soft reject`, or an action of the operator.',
      symbols: 'What rspamd found, in any order; only a score above 0 counts.',
      name: 'The name of the symbol.',
      score: 'What the symbol adds to the score of the mail.',
      group: 'The group of the symbol, for one that is not known.',
      options:
        'More about the finding, never shown: only those of `AMAN_ENFORCE`, the recipients who do not get the mail, and the domain of `DMARC_…` are read.',
      rcpt: `The recipients as the sender wrote them; after ${limits.reportRecipients} they are ignored.`,
      from: 'The sender of the envelope; empty for a bounce.',
      header_from:
        'The From lines, decoded. The first address is the sender; without one the envelope has it.',
      subject: 'The subject, decoded.',
      header_subject: 'The Subject lines, decoded, where `subject` is missing.',
      message_id:
        'The Message-ID without brackets, to recognise a repeated report; stored only as an HMAC.',
      qid: 'The queue id of the mail server, for mail without a Message-ID.',
      user: 'Who signed in to send the mail; outgoing mail is ignored.',
      taken: 'Recipients for whom the mail is counted, now or by an earlier report.',
      ignored:
        'Recipients who are not users of the organization, or all of them for mail that is not counted.',
    },
  ],
  examples: {
    input: {
      action: 'add header',
      symbols: [
        {
          name: 'PHISHING',
          score: 2,
          group: 'phishing',
          options: ['bank.example->lookalike.example'],
        },
        {
          name: 'DMARC_POLICY_ALLOW',
          score: -0.5,
          group: 'policies',
          options: ['lookalike.example', 'none'],
        },
      ],
      rcpt: ['Rania@clinic.example', 'guest@elsewhere.example'],
      from: 'alerts@lookalike.example',
      header_from: ['Your Bank <alerts@lookalike.example>'],
      subject: 'Confirm your account',
      header_subject: ['Confirm your account'],
      message_id: '20250301093000.7@lookalike.example',
      qid: '4Z6Kq01FzLz2x',
      user: 'unknown',
    },
    output: { success: true, taken: 1, ignored: 1 },
  },
  errors: [reportsBusy],
  done: 'The report was read; `taken` and `ignored` say what became of it',
})

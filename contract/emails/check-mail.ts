import * as v from 'valibot'
import { id, object, text, textList } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { field, shown } from '../core/field.ts'
import { limits } from '../core/limits.ts'
import { threat } from './threat.ts'
import { threatLevels } from './threat-level.ts'

/** Parts that no pasted text shows, and that are therefore not asked. */
export const partsNotInText = [
  'sender',
  'link_targets',
  'attachments',
  'spf',
  'address_lists',
  'dkim',
  'filter',
] as const

/**
 * The parts that a check of a saved mail leaves out: SPF and lists of addresses need the address
 * that the mail came from, DKIM needs a signature, lookups need DNS that answers, and rules need a
 * mail filter. A pasted text has no sender, does not show where its links lead, and comes without
 * attachments. The judge names what it could not read.
 */
export const uncheckedParts = [
  ...partsNotInText,
  'lookups',
  'no_sender',
  'no_text',
  'pictures',
  'too_large',
  'too_many_parts',
  'encrypted_attachment',
  'encrypted',
  'packed',
] as const
export type UncheckedPart = (typeof uncheckedParts)[number]

/** Parts of a mail that a sentence may be about. */
const placeParts = ['from', 'reply-to', 'subject', 'text', 'link', 'attachment'] as const

/** Kinds of advice for a mail against which something was found. */
const adviceKinds = ['open', 'pay', 'open_and_pay', 'answer'] as const

export const notAMail = defineError(422, 'not_a_mail', {
  description: 'The body is not a mail: it has no header lines of one, or no blank line after them',
  sentence: () => 'This file is not an email',
})

export const emptyText = defineError(422, 'empty_text', {
  description: 'The pasted text has nothing that can be read',
  sentence: () => 'Paste a text or a link first',
})

export const textTooLong = defineError(422, 'text_too_long', {
  description: `The pasted text has more than ${limits.checkedText} characters`,
  sentence: () => `The text is longer than ${limits.checkedText.toLocaleString('en')} characters`,
})

export const tooManyChecks = defineError(429, 'too_many_checks', {
  description: 'The user has checked too many mails within the last ten minutes',
  sentence: () => 'You have checked many emails within the last ten minutes. Try again later.',
})

export const checksBusy = defineError(503, 'checks_busy', {
  description: 'Other mails are being checked; try again in a moment',
  sentence: () => 'Other emails are being checked. Try again in a moment.',
})

export const filterUnavailable = defineError(503, 'filter_unavailable', {
  description: 'The mail filter does not answer; try again in a moment',
  sentence: () => 'The mail filter does not answer. Try again in a moment.',
})

export const filterFailed = defineError(502, 'filter_failed', {
  description: 'The mail filter could not judge the mail',
  sentence: () => 'The mail filter could not judge this email',
})

const exampleMail = [
  'From: Payments <alerts@lookalike.example>',
  'To: rania@clinic.example',
  'Subject: Confirm your account',
  'Date: Sat, 1 Mar 2025 09:30:00 +0000',
  '',
  'Sign in at https://lookalike.example within the hour.',
  '',
].join('\r\n')

export const checkMailEndpoint = defineEndpoint('POST /mail-checks', {
  summary: 'Check a mail that the user has as a file, or a pasted text',
  description:
    'The body is the mail as it was received, with all of its header lines, up to 10 MB. The judge reads it, and the mail filter where there is one; the stricter verdict counts. Where the mail came to the user before, by its Message-ID, the verdict from then stands unless the check is stricter. It is not counted, billed or scored. The server keeps that a check was made, and nothing of the mail. `message/rfc822; converted=yes` says that the mail was made from another format, in which no signature holds; it may have 14 MB. `message/rfc822; pasted=yes` says that the body is a text or a link in UTF-8, up to 20,000 characters: the judge alone reads it, and `unchecked` names all that a text does not show.',
  access: 'view:own',
  takesLocale: true,
  mediaType: 'message/rfc822',
  bodyLimitBytes: limits.convertedMailBytes,
  timeoutMs: 60_000,
  input: v.instance(Uint8Array<ArrayBuffer>),
  output: object({
    id: field(id, 'The id of the row.', shown.message),
    threat_level: field(v.picklist(threatLevels), 'The verdict on the mail.', 'malicious'),
    detection_reason: field(
      text,
      threat.entries.detection_reason,
      'The text of a link names another website than the one it leads to.',
    ),
    indicators: field(textList, 'What was observed in the mail.', [
      'The text of a link names another website than the one it leads to.',
    ]),
    supporting: field(textList, 'What speaks for the mail.', []),
    places: field(
      v.fallback(
        v.array(
          object({
            sentence: field(
              v.string(),
              'One of the `indicators` or of what is `supporting`.',
              'The text of a link names another website than the one it leads to.',
            ),
            part: field(v.picklist(placeParts), 'The part of the mail.', 'link'),
            text: field(v.string(), 'The beginning of what stands there.', 'Sign in'),
            host: field(
              v.nullish(v.string(), null),
              'For a link: the host that it opens.',
              'sign-in.example',
            ),
          }),
        ),
        [],
      ),
      'Where in the mail the sentences are about: a client that has the mail can mark the places.',
    ),
    advice: field(
      v.fallback(v.picklist(adviceKinds), 'open'),
      'What the user leaves until it is clear who wrote: to `open` links and attachments, to `pay`, to `open_and_pay`, or to `answer`.',
      'open',
    ),
    unchecked: field(
      v.pipe(
        v.nullish(v.array(v.unknown()), []),
        v.transform((parts) => uncheckedParts.filter((part) => parts.includes(part))),
        v.array(v.picklist(uncheckedParts)),
      ),
      'What could not be checked: `sender`, `link_targets` and `attachments` are not in a pasted text, `spf` and `address_lists` need the address that the mail came from, `dkim` a signature, `lookups` DNS that answers, `filter` a mail filter (`RSPAMD_URL`), which is not asked about a text. The others name what of the mail itself could not be read.',
      ['spf', 'address_lists', 'dkim'],
    ),
  }),
  errors: [
    notAMail,
    emptyText,
    textTooLong,
    tooManyChecks,
    checksBusy,
    filterUnavailable,
    filterFailed,
  ],
  examples: { input: new TextEncoder().encode(exampleMail) },
})

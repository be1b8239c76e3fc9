import * as v from 'valibot'
import { id, object, text, textList } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError, noParams } from '../core/errors.ts'
import { limits } from '../core/limits.ts'
import { threatLevels } from './threat-level.ts'

/**
 * The parts that a check of a saved mail leaves out: SPF and lists of addresses need the address
 * that the mail came from, DKIM needs a signature, lookups need DNS that answers, and rules need a
 * mail filter. A pasted text has no sender, does not show where its links lead, and comes without
 * attachments.
 */
export const uncheckedParts = [
  'sender',
  'link_targets',
  'attachments',
  'spf',
  'address_lists',
  'dkim',
  'lookups',
  'filter',
] as const
export type UncheckedPart = (typeof uncheckedParts)[number]

/**
 * POST /mail-checks, an addition: judges a mail that the user has as a file, or a text that the user
 * pasted. The body is the mail itself (RFC 5322), or the text in UTF-8. It is not counted, billed or scored, and its content is not kept.
 */
export const checkMailEndpoint = defineEndpoint({
  method: 'POST',
  path: '/mail-checks',
  access: 'view:own',
  takesLocale: true,
  mediaType: 'message/rfc822',
  bodyLimitBytes: limits.convertedMailBytes,
  timeoutMs: 60_000,
  input: v.instance(Uint8Array<ArrayBuffer>),
  output: object({
    id,
    threat_level: v.picklist(threatLevels),
    detection_reason: text,
    indicators: textList,
    supporting: textList,
    unchecked: v.pipe(
      v.nullish(v.array(v.unknown()), []),
      v.transform((parts) => uncheckedParts.filter((part) => parts.includes(part))),
      v.array(v.picklist(uncheckedParts)),
    ),
  }),
})

export const notAMail = defineError({
  code: 'not_a_mail',
  status: 422,
  description: 'The body is not a mail: it has no header lines of one, or no blank line after them',
  params: noParams,
  sentence: () => 'This file is not an email',
})

export const emptyText = defineError({
  code: 'empty_text',
  status: 422,
  description: 'The pasted text has nothing that can be read',
  params: noParams,
  sentence: () => 'Paste a text or a link first',
})

export const textTooLong = defineError({
  code: 'text_too_long',
  status: 422,
  description: `The pasted text has more than ${limits.checkedText} characters`,
  params: noParams,
  sentence: () => `The text is longer than ${limits.checkedText.toLocaleString('en')} characters`,
})

export const tooManyChecks = defineError({
  code: 'too_many_checks',
  status: 429,
  description: 'The user has checked too many mails within the last ten minutes',
  params: noParams,
  sentence: () => 'You have checked many emails within the last ten minutes. Try again later.',
})

export const checksBusy = defineError({
  code: 'checks_busy',
  status: 503,
  description: 'Other mails are being checked; try again in a moment',
  params: noParams,
  sentence: () => 'Other emails are being checked. Try again in a moment.',
})

export const filterUnavailable = defineError({
  code: 'filter_unavailable',
  status: 503,
  description: 'The mail filter does not answer; try again in a moment',
  params: noParams,
  sentence: () => 'The mail filter does not answer. Try again in a moment.',
})

export const filterFailed = defineError({
  code: 'filter_failed',
  status: 502,
  description: 'The mail filter could not judge the mail',
  params: noParams,
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

export const checkMailCall = describeCall(checkMailEndpoint, {
  summary: 'Check a mail that the user has as a file, or a pasted text',
  description:
    'The body is the mail as it was received, with all of its header lines, up to 10 MB. The judge reads it, and the mail filter where there is one; the stricter verdict counts. Where the mail came to the user before, by its Message-ID, the verdict from then stands unless the check is stricter. It is not counted, billed or scored. The server keeps that a check was made, and nothing of the mail. `message/rfc822; converted=yes` says that the mail was made from another format, in which no signature holds; it may have 14 MB. `message/rfc822; pasted=yes` says that the body is a text or a link in UTF-8, up to 20,000 characters: the judge alone reads it, and `unchecked` names all that a text does not show.',
  tag: 'Dashboards',
  fields: [
    {
      unchecked:
        'What could not be checked: `sender`, `link_targets` and `attachments` are not in a pasted text, `spf` and `address_lists` need the address that the mail came from, `dkim` a signature, `lookups` DNS that answers, `filter` a mail filter (`RSPAMD_URL`), which is not asked about a text.',
      supporting: 'What speaks for the mail.',
    },
  ],
  examples: {
    input: new TextEncoder().encode(exampleMail),
    output: {
      id: '0198a3c2-8e77-7f20-b6a1-d05c3b9e7a42',
      threat_level: 'malicious',
      detection_reason: 'The text of a link names another website than the one it leads to.',
      indicators: ['The text of a link names another website than the one it leads to.'],
      supporting: [],
      unchecked: ['spf', 'address_lists', 'dkim'],
    },
  },
  errors: [
    notAMail,
    emptyText,
    textTooLong,
    tooManyChecks,
    checksBusy,
    filterUnavailable,
    filterFailed,
  ],
})

import { params } from '@nanostores/i18n'
import { i18n } from '../../core/i18n/i18n.ts'
import { plural } from '../../core/i18n/plural.ts'

/** What a user reads about one mail. */
export const $messageDetailsMessages = i18n('messageDetails', {
  verdict: 'What we found',
  safeVerdict: 'Nothing dangerous was found.',
  suspiciousVerdict: 'Something about this mail is not right.',
  maliciousVerdict: 'This mail is dangerous.',
  indicators: 'What gave it away',
  fate: 'What became of it',
  delivered: 'It was delivered to your inbox.',
  quarantined: 'It was held back and is not in your inbox.',
  rejected: 'It was rejected and did not reach your inbox.',
  fateUnknown: 'Your mail gateway did not say what became of it.',

  origin: 'Where it came from',
  address: 'Address',
  domain: 'Domain',
  proven: 'It really came from this domain.',
  denied: 'It may be forged: the domain of the sender does not confirm it.',
  unproven: 'Nothing proves who sent it.',
  notReported: 'Your mail gateway did not report whether the sender is genuine.',
  checks: 'The three checks of the sender',
  spf: 'Sending server (SPF)',
  spfPass: 'may send for the domain',
  spfFail: 'may not send for the domain',
  spfNone: 'the domain does not say which servers may send for it',
  dkim: 'Signature (DKIM)',
  dkimPass: 'valid: the mail was not changed on the way',
  dkimFail: 'not valid: the mail was changed on the way, or forged',
  dkimNone: 'the mail has none',
  dmarc: 'Rule of the domain (DMARC)',
  dmarcPass: 'the mail fulfils it',
  dmarcFail: 'the mail breaks it',
  dmarcNone: 'the domain has none',
  notChecked: 'could not be checked',
  unsaid: 'not reported',

  kept: 'What is kept',
  keptContent: 'Sender, subject and what you read here. The text and attachments were never kept.',
  keptDomain:
    'Only the domain of the sender and why it was dangerous. Subject, address, text and attachments were not kept.',
  deletedOn: params('All of it is deleted on {date}.'),
  neverDeleted: 'This stays, so that you can recognise the sender.',

  history: 'Mail from this sender to you',
  ofAddress: 'From this address',
  ofDomain: 'From anyone at this domain',
  firstMail: 'This is the only one.',
  mails: plural({ one: '{count} mail', other: '{count} mails' }),
  mailsOrMore: params('{count} mails or more'),
  safe: plural('{count} safe'),
  suspicious: plural('{count} suspicious'),
  malicious: plural('{count} malicious'),
  since: params('first {first}, last {last}'),
})

export type MessageDetailsMessages = ReturnType<typeof $messageDetailsMessages.get>

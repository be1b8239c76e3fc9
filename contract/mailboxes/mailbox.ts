import * as v from 'valibot'
import { count, id, part, rows, text, time } from '../core/basic.ts'
import { field, shown } from '../core/field.ts'
import { threatLevels } from '../emails/threat-level.ts'

/** Actions on a dangerous mail in the inbox, the mildest first. */
export const mailboxActions = ['tell', 'mark', 'move'] as const
export type MailboxAction = (typeof mailboxActions)[number]

/** `refused`: the password was refused three times, and is not tried again until the user says so. */
const mailboxStates = ['active', 'stopped', 'refused'] as const
export type MailboxState = (typeof mailboxStates)[number]

/** TLS from the first byte, or after the command STARTTLS; never without. */
export const mailboxSecurities = ['tls', 'starttls'] as const
export type MailboxSecurity = (typeof mailboxSecurities)[number]

/** Why a mailbox cannot be watched, or a mail could not be moved. */
export const mailboxProblems = [
  'unreachable',
  'not_allowed',
  'no_tls',
  'certificate',
  'password',
  'consent',
  // Of the credential of the organization; the server does not know the mailbox.
  'credential',
  'unknown',
  'not_imap',
  'cannot_move',
  'full',
  'shared',
] as const
export type MailboxProblem = (typeof mailboxProblems)[number]

export const mailServer = {
  host: field(text, 'The name of the IMAP server.', 'imap.clinic.example'),
  port: field(count, 'Its port.', 993),
  security: field(
    v.fallback(v.picklist(mailboxSecurities), 'tls'),
    'TLS from the first byte, or after STARTTLS. A connection without TLS is not possible.',
    'tls',
  ),
  username: field(text, 'The name that the server knows the mailbox by.', 'rania@clinic.example'),
}

const movedMail = {
  id: field(id, 'The id of the mail among the messages of the user.', shown.message),
  subject: field(text, 'The subject; empty where it is not kept.', 'Confirm your account'),
  sender_domain: field(text, 'The domain of the sender.', 'lookalike.example'),
  threat_level: field(v.fallback(v.picklist(threatLevels), 'suspicious'), 'The verdict.'),
  detection_reason: field(
    text,
    'Why it is there.',
    'The domain of the sender only looks like that of your organization',
  ),
  received_at: field(text, 'When it came.', shown.time),
  is_returning: field(v.nullish(v.boolean(), false), 'Whether it is on its way back to the inbox.'),
}

/** A watched mailbox, as its user sees it. Nothing shows the password. */
export const shownMailbox = part('The mailbox of the user.', {
  address: field(text, 'Its address.', 'rania@clinic.example'),
  ...mailServer,
  action: field(
    v.fallback(v.picklist(mailboxActions), 'tell'),
    'What happens to a suspicious or malicious mail: it is only shown in Aman, marked with the keyword `$Phishing`, or moved to a folder of its own.',
    'move',
  ),
  signs_in: field(
    v.nullish(v.boolean(), false),
    'Whether its user signed in at the provider, so that Aman has no password.',
    false,
  ),
  by_organization: field(
    v.nullish(v.boolean(), false),
    'Whether it is watched by the credential of the organization.',
    false,
  ),
  moves_last_day: field(
    v.nullish(v.boolean(), false),
    'Whether a new red flag also moves mail of the last day, where mail is moved.',
    false,
  ),
  state: field(
    v.fallback(v.picklist(mailboxStates), 'active'),
    'Whether it is watched; `refused` after three refusals of the password.',
  ),
  problem: field(
    v.nullish(v.fallback(v.picklist(mailboxProblems), 'unreachable'), null),
    'Why it could not be watched the last time, or a mail not moved; null for no problem.',
  ),
  authserv_id: field(
    text,
    'The name in the results about senders that its server adds, which are read; empty if it adds none.',
    'mx.clinic.example',
  ),
  folder: field(
    text,
    'The folder that mail is moved to; empty until it is made.',
    'Aman – suspicious',
  ),
  connected_at: field(
    text,
    'Since when it is watched; mail from before is not judged.',
    shown.time,
  ),
  seen_at: field(time, 'The last look at it, to the hour; null before the first.', shown.time),
  last_mail_at: field(time, 'When the last judged mail came; null before the first.', shown.time),
  moved: rows('Mail in the folder of Aman, the newest first; at most 50.', movedMail),
})

import { params } from '@nanostores/i18n'
import { i18n } from './i18n.ts'
import { plural } from './plural.ts'

export const $peopleInviteMessages = i18n('peopleInvite', {
  title: 'Invite employees',
  explained:
    'Each gets an email with a link to choose a password, for 72 hours. Their username is their email address.',
  lines: 'Names and email addresses',
  linesHint: params(
    'One person on each line: the name, a comma, the address. Lines copied from a spreadsheet work, too. Addresses end in {domains}.',
  ),
  example: 'Rania Haddad, rania@firm.example',
  counted: plural({ one: '{count} person', other: '{count} people' }),
  send: plural({ one: 'Send {count} invitation', other: 'Send {count} invitations' }),
  sendNone: 'Send invitations',
  sending: 'Sending...',
  invitationsLeft: plural({
    one: '{count} more invitation can be sent today.',
    other: '{count} more invitations can be sent today.',
  }),
  empty: 'Enter at least one name with an email address',
  tooMany: params('These are {count} lines. Up to {max} can be invited at once.'),
  failed: 'The invitations were not sent: ',
  unknownError: 'Unknown error',

  results: 'What happened',
  invited: 'Invited',
  exists: 'Has an account already',
  rejected: 'Not invited',
  noEmail: 'There is no email address in this line.',
  noName: 'There is no name in this line.',
  summary: plural({ one: '{count} invitation was sent.', other: '{count} invitations were sent.' }),
  left: plural({
    one: '{count} line could not be invited and is still in the field.',
    other: '{count} lines could not be invited and are still in the field.',
  }),
})

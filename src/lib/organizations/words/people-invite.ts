import { params } from '@nanostores/i18n'
import { i18n } from '../../core/i18n/i18n.ts'
import { plural } from '../../core/i18n/plural.ts'

export const $peopleInviteMessages = i18n('peopleInvite', {
  title: 'Invite employees',
  explained:
    'Each gets an email with a link to choose a password, for 72 hours. Their username is their email address.',
  checkedFirst: 'Nothing is sent before you have seen what would happen.',
  lines: 'Names and email addresses',
  linesHint: params(
    'One person on each line: the name, a comma, the address. The address field of an email works, too. So does a table whose first line names the columns: name, email, department. Addresses end in {domains}.',
  ),
  example: 'Rania Haddad, rania@firm.example',
  orDrop: 'or drop it here, up to 1,000 people',
  invitationsLeft: plural({
    one: '{count} more invitation can be sent today.',
    other: '{count} more invitations can be sent today.',
  }),
  run: plural({ one: 'Send {count} invitation', other: 'Send {count} invitations' }),
  running: 'Sending invitations...',
  runningOf: params('{done} of {total} invitations'),
  brokenHint: 'No one is invited twice. Go on when the connection is back.',
  back: 'Back to the lines',
  nothingWritten: 'Nothing has been sent yet.',
  done: 'The invitations are on their way',

  empty: 'Enter at least one name with an email address',
  tooMany: params('These are more than {max} people. Invite them in parts.'),
  noEmailColumn: 'There is no column for the email address. Name one of the columns "email".',
  noNameColumn: 'There is no column for the name. Name one of the columns "name".',
  passwordColumn: params(
    'There is a column with passwords: {column}. Remove it; employees set their passwords themselves.',
  ),
  noEmail: 'There is no email address in this line.',
  noName: 'There is no name in this line.',
  severalEmails: 'There are several email addresses in this line. Enter each person on a line.',
  unclear:
    'This line has more than a name and an address. Name the columns in a first line: name, email, department.',
  exists: 'Has an account already.',
  waits: 'Was created before and has not come yet.',
  repeated: params('Line {line} has the same address'),
  sendAgain: 'Send again',
  sendAgainTo: params('Send the invitation to {email} again'),
  full_name: 'Name',
  email: 'Email',
  department: 'Department',
})

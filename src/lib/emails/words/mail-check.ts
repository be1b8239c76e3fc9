import { i18n } from '../../core/i18n/i18n.ts'

export const $mailCheckMessages = i18n('mailCheck', {
  title: 'Check a mail',
  explained:
    'Save the email as a file in your mail program and drop it here. A forwarded or copied text is not enough: the file has what shows where an email came from.',
  choose: 'Choose a file',
  orDrop: 'or drop it here: .eml or .msg, up to 10 MB',
  dropHere: 'Drop the file here',
  privacy: 'The email is not kept. It is neither counted nor shown to anyone.',

  notAMail: 'This file is not an email. Save the email as .eml or .msg and choose that file.',
  tooLarge: 'This file is larger than 10 MB, which is too large to be checked.',
  empty: 'This file is empty.',
  oneFile: 'Check one file at a time.',
  unreadable: 'This file could not be read. Save the email once more and try again.',
  notConverted: 'This Outlook file could not be read. Save the email as .eml instead.',
  failed: 'The email could not be checked. Try again in a moment.',

  reading: 'Reading the file...',
  checking: 'Checking the email...',

  levelSafe: 'Safe',
  levelSuspicious: 'Suspicious',
  levelMalicious: 'Malicious',
  safe: 'Nothing dangerous was found',
  safeAdvice: 'No check finds everything. If you did not expect this email, ask your team lead.',
  suspicious: 'Be careful with this email',
  suspiciousAdvice:
    'Do not use its links or attachments before you have asked the sender by phone.',
  malicious: 'This email is dangerous',
  maliciousAdvice: 'Delete it. Do not use its links or attachments, and do not answer it.',
  file: 'File',
  reasons: 'Why',
  unchecked: 'What could not be checked',
  spf: 'Whether the server that sent it may send for this sender (SPF): a file does not say who brought it.',
  address_lists: 'Whether that server is on lists of known senders of spam.',
  dkim: 'Whether a signature proves the sender (DKIM): the email has none.',
  dkimLost: 'Whether a signature proves the sender (DKIM): Outlook files lose it.',
  lookups: 'Lists of dangerous links and domains: some did not answer.',
  another: 'Check another mail',

  reportTitle: 'Do you know better?',
  note: 'Note for your team lead and support (optional)',
  honest: 'This was honest',
  dangerous: 'This was dangerous',
  reported: 'Your report was sent to your team lead and support.',
  reportedHonest: 'You reported this email as honest.',
  reportedDangerous: 'You reported this email as dangerous.',
  reportFailed: 'The report could not be sent. Try again in a moment.',

  notConfigured: 'Checks are not set up',
  missing:
    'This server does not know a mail filter. Set this variable to the address of your rspamd, and restart the server:',
  onlyAdmins: 'Until then only super admins see this button.',
})

export type MailCheckMessages = ReturnType<typeof $mailCheckMessages.get>

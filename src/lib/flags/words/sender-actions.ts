import { params } from '@nanostores/i18n'
import { i18n } from '../../core/i18n/i18n.ts'
import { plural } from '../../core/i18n/plural.ts'

export const $senderActionsMessages = i18n('senderActions', {
  group: params('What you can do about {sender}'),
  block: 'Block this sender',
  blockOne: params('Block this sender: {sender}'),
  trust: 'Trust',
  trustOne: params('Trust {sender}'),
  more: 'More',
  moreOne: params('More about {sender}'),
  working: 'Saving...',
  blocked: 'Blocked by you',
  trusted: 'Trusted by you',
  unblock: 'Unblock',
  unblockOne: params('Unblock {value}'),
  distrust: 'Stop trusting',
  distrustOne: params('Stop trusting {value}'),
  undo: 'Undo',
  undoBlock: params('Undo: block {value}'),
  undoTrust: params('Undo: trust {value}'),
  undoUnblock: params('Undo: unblock {value}'),
  undoDistrust: params('Undo: stop trusting {value}'),
  saidBlocked: params('{value} is blocked. You can undo it for 8 seconds.'),
  saidTrusted: params('{value} is trusted. You can undo it for 8 seconds.'),
  saidUndone: 'Undone. It is as it was before.',
  saidRemoved: params('The flag for {value} was removed. You can undo it for 8 seconds.'),
  failed: 'No answer from the server. Try again: nothing is done twice.',

  blockTitle: 'Block',
  blockAddress: params('Block only {address}'),
  blockDomain: params('Block everyone at {domain}'),
  blockHint:
    'Mail from a blocked sender counts as malicious. A whole domain includes those below it.',
  trustTitle: 'Trust',
  trustAddress: params('Trust only {address}'),
  trustDomain: params('Trust everyone at {domain}'),
  trustHint:
    'Suspicious mail then counts as safe, unless its origin is doubtful. Dangerous mail never does.',
  publicMail: params(
    '{domain} is a public mail provider, so it cannot be blocked as a whole with one click.',
  ),
  ownDomain: params(
    '{domain} belongs to your organization, so it cannot be blocked as a whole with one click.',
  ),
  addressUnknown: 'Only the domain of this sender is known.',
  noFlag: 'This sender cannot be blocked, because the address is not a real one.',
  reportTitle: 'Do you know better?',
  reportHint: 'Your team lead and support get a mail.',
  honest: 'This was honest',
  dangerous: 'This was dangerous',
  reportedHonest: 'You reported this email as honest.',
  reportedDangerous: 'You reported this email as dangerous.',

  selected: plural({ one: '{count} message selected', other: '{count} messages selected' }),
  selectedActions: 'What you can do about the selected messages',
  blockSelected: 'Block senders',
  trustSelected: 'Trust senders',
  selectOne: params('Select the mail of {sender}'),
  clear: 'Clear selection',
  doneBlocked: plural({ one: '{count} sender is blocked.', other: '{count} senders are blocked.' }),
  doneTrusted: plural({ one: '{count} sender is trusted.', other: '{count} senders are trusted.' }),
  doneReported: plural({ one: '{count} report was sent.', other: '{count} reports were sent.' }),
  notDone: plural({ one: '{count} could not be done:', other: '{count} could not be done:' }),
  trustSelectedQuestion: plural({
    one: 'Trust {count} sender? Some of their mail was judged to be dangerous.',
    other: 'Trust {count} senders? Some of their mail was judged to be dangerous.',
  }),
})

export type SenderActionsMessages = ReturnType<typeof $senderActionsMessages.get>

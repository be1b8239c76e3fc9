import { params } from '@nanostores/i18n'
import { i18n } from '../../core/i18n/i18n.ts'
import { plural } from '../../core/i18n/plural.ts'

/** The view of a user's own mail. */
export const $messageListMessages = i18n('messageList', {
  subtitle: 'All mail of the last 30 days, and dangerous mail from before',
  search: 'Search sender or subject',
  searchHint: 'Sender or subject',
  level: 'Verdict',
  allLevels: 'All verdicts',
  from: 'From',
  to: 'To',
  sort: 'Sort by',
  newest: 'Newest first',
  oldest: 'Oldest first',
  bySender: 'Sender',
  list: 'Messages',
  loading: 'Loading your messages...',
  failed: 'Your messages could not be loaded',
  found: plural({ one: '{count} message', other: '{count} messages' }),
  foundMore: params('The first {count} messages'),
  searching: 'Searching...',
  more: 'Load more',
  loadingMore: 'Loading more...',
  moreFailed: 'More messages could not be loaded.',
  clear: 'Clear search and filters',

  empty: 'No messages yet',
  emptyHint: 'Mail appears here as soon as your mail gateway has checked it.',
  neverSeen: params('We have not seen mail from {sender}'),
  nothingFound: params('Nothing found for “{text}”'),
  nothingKept:
    'Not in the last 30 days, of which all your mail is here, and not among the dangerous mail from before.',
  filteredOut: 'No message matches these filters',

  levelSafe: 'Safe',
  levelSuspicious: 'Suspicious',
  levelMalicious: 'Malicious',
  unknownSender: 'Unknown sender',
  noSubject: 'No subject',
  subjectNotKept: 'Subject not kept',

  loadingOne: 'Loading the details...',
  oneFailed: 'The details could not be loaded',
  gone: 'This message is not kept any more',
  goneHint: 'Safe and suspicious mail is deleted after 30 days.',
  close: 'Close',
})

export type MessageListMessages = ReturnType<typeof $messageListMessages.get>

import { params } from '@nanostores/i18n'
import { i18n } from '../../core/i18n/i18n.ts'
import { plural } from '../../core/i18n/plural.ts'

export const $riskReasonsMessages = i18n('riskReasons', {
  why: params('Why {score}'),
  loading: 'Adding up your score...',
  failed: 'Failed to load what makes up your score',

  forecast: params('Without new attacks: {band} in {time}.'),
  forecastThen: params('{band} in {time}.'),
  alreadyLow: 'It stays low without new attacks, and falls further.',
  days: plural({ one: '{count} day', other: '{count} days' }),
  weeks: plural({ one: 'about {count} week', other: 'about {count} weeks' }),

  actionsTitle: 'What you can do',
  report: 'A dangerous email reached your inbox',
  reportHint: params('It came from {sender}. Delete it, and report it if you opened it.'),
  reportLink: 'Find and report it',
  block: params('{sender} keeps coming'),
  blockHint: plural({
    one: '{count} dangerous email in 30 days. Blocked, the next ones are kept out.',
    other: '{count} dangerous emails in 30 days. Blocked, the next ones are kept out.',
  }),
  blockLink: 'Block this sender',
  check: 'Not sure about the next one?',
  checkHint: 'Have it checked before you open its links or attachments.',
  checkLink: 'Check a mail',
  messages: 'Look through what was found',
  messagesHint: 'Knowing the tricks that were tried on you is the best training.',
  messagesLink: 'See your messages',
  flags: 'Say whom you trust and whom you block',
  flagsHint: 'Your flags decide about the next email from a sender.',
  flagsLink: 'Manage your flags',

  partsTitle: params('What makes up the {score}'),
  partsHint: 'Each dangerous email adds points, which halve every 30 days.',
  nothing: 'No dangerous email counts at the moment.',
  sender: 'Sender and date',
  fate: 'What became of it',
  reached: 'Reached your inbox',
  keptOut: 'Kept out',
  blocked: 'Blocked by your flag',
  points: 'Points',
  pointsThenNow: params('{first} when it came, {now} today'),
  pointsNow: params('{now} today'),
  share: 'Of your score',
  belowOne: 'under 1',
  olderMail: 'Older email',
  otherMail: 'All other dangerous email',
  otherCount: plural({ one: '{count} email', other: '{count} emails' }),
  otherHint: 'Older than 30 days, deleted, or with fewer points.',
  together: 'Together',

  weeksTitle: 'The last twelve weeks',
  weeksChart: 'Your risk score by week',
  score: 'Risk score',
  weeksSince: params('Scores of weeks are kept since {day}.'),
  noWeeks: 'Scores of weeks are kept from now on; the line grows every Monday.',

  bandsTitle: 'What the bands mean',
  lowRange: 'Below 30',
  mediumRange: '30 to 69',
  highRange: '70 and more',
  formula:
    'Malicious email adds 20 points if it reached your inbox and 10 if it was kept out, suspicious email 3 or 1. Safe email adds nothing. The more points, the less another one adds, so the score never passes 100.',
})

export type RiskReasonsMessages = ReturnType<typeof $riskReasonsMessages.get>

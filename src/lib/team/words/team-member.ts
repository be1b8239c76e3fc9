import { params } from '@nanostores/i18n'
import { i18n } from '../../core/i18n/i18n.ts'
import { plural } from '../../core/i18n/plural.ts'

export const $teamMemberMessages = i18n('teamMember', {
  loading: 'Loading the member...',
  failed: 'This member could not be loaded',

  risk: 'Risk',
  lastSignIn: 'Last login',
  never: 'Never',
  secondFactor: 'Second factor',
  on: 'On',
  off: 'Off',
  reported: 'Reported in 90 days',
  reportedDangerous: plural('{count} as dangerous'),
  reportedHonest: plural('{count} as honest'),
  lastReported: params('last {time}'),
  noReports: 'None',

  attacks: 'Attacks in the last 30 days',
  noAttacks: 'No dangerous email came in the last 30 days.',
  countOfKind: plural({ one: '{count} email', other: '{count} emails' }),
  phishing: 'Credential phishing',
  malware: 'Dangerous attachment or program',
  impersonation: 'Impersonation of a colleague or firm',
  payment_fraud: 'Payment fraud',
  spam: 'Spam or bulk mail',
  other: 'Other, not told by the mail filter',
  newest: 'The newest emails',
  threatLevel: 'Level',
  kind: 'Kind of attack',
  sender: "Sender's domain",
  time: 'Time',
  unknownSender: 'Unknown sender',
  safe: 'Safe',
  suspicious: 'Suspicious',
  malicious: 'Malicious',
  privacy: 'You never see the subject or the text of an email to a member.',

  trend: 'Risk by week',
  score: 'Risk score',
  noTrend: 'The first weekly score is stored at the end of this week.',

  tell: 'What to tell them',
  about: 'About',
  adviceFailed: 'The texts could not be loaded',
  copy: 'Copy the text',
  copied: 'The text was copied.',
  notCopied: 'The browser does not allow copying here. Select the text and copy it yourself.',
  mail: 'Write an email',

  support: 'Request Support',
  supportSubject: params('Help for {name}'),
  supportAttacks: params('Attacks in the last 30 days: {kinds}.'),
  supportKind: params('{kind}: {count}'),
  supportRisk: params('Risk score of {name}: {score} of 100 ({band}).'),
})

import { params } from '@nanostores/i18n'
import { i18n } from '../../core/i18n/i18n.ts'
import { plural } from '../../core/i18n/plural.ts'
import { productName } from '../../core/i18n/product.ts'

export const $employeeMessages = i18n('employee', {
  title: 'My Dashboard',
  subtitle: `What ${productName} found in your mail`,
  sections: 'My Dashboard sections',
  overviewTab: 'Dashboard Overview',
  flagsTab: 'Flags Management',
  loading: 'Loading your dashboard...',
  failed: 'Failed to load dashboard data',

  checkQuestion: 'Not sure about an email?',
  checkMail: 'Check a mail',

  riskTitle: 'Your risk score',
  riskLow: 'Little dangerous mail was sent to you lately.',
  riskMedium: 'Some dangerous mail was sent to you lately. Look twice before you click.',
  riskHigh: 'A lot of dangerous mail was sent to you lately. Check senders with care.',
  riskExplained:
    'Each dangerous email sent to you raises it, even one kept out. It fades as the weeks pass.',
  riskWhy: params('Why {score}, and what helps'),

  scanned: 'Total emails scanned',
  caught: 'Phishing emails caught',
  safe: 'Safe emails',
  shareSafe: params('{percent} safe'),
  sharePhishing: params('{percent} phishing'),

  threatsTitle: 'Recent threats',
  seeAll: 'See all',
  noThreats: 'No Threats Detected',
  noThreatsHint: 'When a dangerous email is caught, it appears here with the reason.',
  undated: 'Without a date',
  from: 'From',
  unknownSender: 'Unknown sender',
  subjectNotKept: 'Subject not kept',
  maliciousKeptOut: 'Kept out of your inbox. Its content was deleted.',
  maliciousDelivered:
    'It reached your inbox. Delete it. Do not use its links or attachments, and do not answer it.',
  suspiciousKeptOut: 'Kept out of your inbox. If you expected it, ask your team lead.',
  suspiciousDelivered: 'It may be in your inbox. Do not use its links or attachments.',
  levelSafe: 'Safe',
  levelSuspicious: 'Suspicious',
  levelMalicious: 'Malicious',
  indicators: 'What gave it away',
  moreIndicators: plural('+{count} more'),
  showAll: 'Show all of it',
  showLess: 'Show less',

  tipsTitle: 'Security tips',
  tipSenderTitle: 'Check the sender, letter by letter',
  tipSender: 'A copied name is easy. The domain after the @ is what counts.',
  tipLinkTitle: 'Look before you click',
  tipLink: 'Rest the pointer on a link, or hold it, and read where it really leads.',
  tipPaymentTitle: 'Confirm payments by phone',
  tipPayment: 'Call the number that you know, never the one in the email.',
  tipReportTitle: 'In doubt, ask',
  tipReport: 'Ask your team lead before you answer. A short question costs nothing.',
})

export type EmployeeMessages = ReturnType<typeof $employeeMessages.get>

import { params } from '@nanostores/i18n'
import { i18n } from '../../core/i18n/i18n.ts'
import { plural } from '../../core/i18n/plural.ts'
import { productName } from '../../core/i18n/product.ts'

export const $teamMessages = i18n('team', {
  title: 'Team Dashboard',
  subtitle: 'How your people stand',
  sections: 'Team Dashboard sections',
  overviewTab: 'Team Overview',
  toolsTab: 'Team Tools',
  flagsTab: 'Flags Management',
  loading: 'Loading your team...',
  failed: 'Failed to load team dashboard data',

  riskTitle: 'Average risk of your team',
  riskLow: 'Little dangerous mail was sent to your team lately.',
  riskMedium: 'Some of your team were sent dangerous mail lately. Look at those at the top.',
  riskHigh: 'A lot of dangerous mail was sent to your team lately. Talk to those at the top today.',
  membersByRisk: 'Members by risk',
  membersLow: plural('{count} low'),
  membersMedium: plural('{count} medium'),
  membersHigh: plural('{count} high'),

  members: 'Team Members',
  scans: 'Total Scans',
  caught: 'Phishing Caught',
  average: 'Average Risk',

  membersTitle: 'Members, highest risk first',
  noMembers: 'No Team Members',
  noMembersHint: 'People of your organization appear here once they have an account.',
  noName: 'No name',
  member: 'Member',
  email: 'Email',
  risk: 'Risk',
  actions: 'Actions',
  lastSignIn: 'Last login',
  never: 'Never',
  quarantine: 'Quarantine',
  quarantineOne: params('Quarantine {name}'),
  support: 'Support',
  supportOne: params('Support for {name}'),
  comesLater: 'To be implemented',

  manage: 'Team management',
  report: 'Generate Team Report',
  training: 'Schedule Training',
  settings: 'Team Settings',
  analytics: 'Analytics',

  toolSupport: 'Request Support',
  toolSupportText:
    'Tell us what you need help with. Critical issues are answered in under 2 hours.',
  toolTraining: 'Team Training',
  toolTrainingText: 'Open the training portal of your organization in a new tab.',
  toolTrainingAction: 'Open Training Portal',
  toolContact: `Contact ${productName}`,
  toolContactText: 'Write to us about anything else.',
  toolContactAction: 'Write an Email',
  contactSubject: 'Question from a team lead',
  contactGreeting: `Hello ${productName} team,`,
  trainingLink: 'Training portal (opens in a new tab)',
  trainingBlocked: 'Your browser blocked the new tab. Use the link instead.',
  noTraining: 'Training portal URL not configured. Please contact your administrator.',
})

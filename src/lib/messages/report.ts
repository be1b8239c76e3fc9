import { i18n } from './i18n.ts'

export const $reportMessages = i18n('report', {
  title: 'Request Report',
  type: 'Kind of report',
  security: 'Security',
  financial: 'Financial',
  user_activity: 'User activity',
  threat_analysis: 'Threat analysis',
  custom: 'Custom',
  urgency: 'Urgency',
  normal: 'Normal (3-5 days)',
  urgent: 'Urgent (24 hours)',
  critical: 'Critical (same day)',
  details: 'What should it answer?',
  detailsMissing: 'Please provide details about the report you need',
  submit: 'Request Report',
  mailSubject: 'Report request',
  mailType: 'Kind',
  mailUrgency: 'Urgency',
  mailName: 'Name',
  mailOrganization: 'Organization',
  mailOpened: 'A mail with your request was opened in your mail app. Send it from there.',
})

import { params } from '@nanostores/i18n'
import { i18n } from '../i18n/i18n.ts'

/** The titles of all views, and the way back from them. */
export const $viewMessages = i18n('views', {
  back: params('Back to {screen}'),
  messages: 'Messages',
  activity: 'Activity',
  risk: 'Your risk score',
  report: 'Team report',
  webhooks: 'Webhooks',
  organization: 'Organization',
})

import { params } from '@nanostores/i18n'
import { i18n } from '../../core/i18n/i18n.ts'

export const $organizationActionsMessages = i18n('organizationActions', {
  edit: 'Edit',
  suspend: 'Suspend',
  resume: 'End suspension',
  remove: 'Remove',
  suspendQuestion: params(
    'Suspend {name}? Its users are signed out at once and cannot sign in, and the reports of its gateways are rejected, so that nothing is recorded or billed. All data stays.',
  ),
  suspended: params('{name} is suspended'),
  resumed: params('{name} is no longer suspended'),
  removeQuestion: params(
    'Remove {name}? Only an organization without users, billed scans and receipts can be removed. Its gateway keys go with it.',
  ),
  removed: params('{name} was removed'),
  failed: 'This was not done: ',
  unknownError: 'Unknown error',
})

import { params } from '@nanostores/i18n'
import { i18n } from '../../core/i18n/i18n.ts'

export const $organizationDomainsMessages = i18n('organizationDomains', {
  title: 'Email domains',
  text: 'The domains of the organization’s email addresses. Single sign-on and provisioning are for addresses in approved domains only; a domain belongs to one organization.',
  none: 'No domains yet. Add the first one below.',
  approved: params('Approved on {time}'),
  proposed: params('Proposed on {time}, waiting for approval'),
  domain: 'Domain',
  domainHint: 'For example firm.example. Subdomains are added separately.',
  add: 'Add domain',
  adding: 'Adding…',
  added: 'Domain added',
  missing: 'Enter a domain',
  addFailed: 'The domain was not added: ',
  approve: 'Approve',
  approveOne: params('Approve {domain}'),
  approvedNow: params('{domain} is approved'),
  remove: 'Remove',
  removeOne: params('Remove {domain}'),
  removeQuestion: params(
    'Remove {domain}? Existing users stay. Single sign-on and provisioning no longer accept addresses in it.',
  ),
  removed: params('{domain} was removed'),
  changeFailed: 'This was not done: ',
  unknownError: 'Unknown error',
})

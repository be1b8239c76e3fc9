import { params } from '@nanostores/i18n'
import { i18n } from '../../core/i18n/i18n.ts'

export const $peopleDomainsMessages = i18n('peopleDomains', {
  domains: 'Email domains',
  domainsText: 'Only addresses in approved domains can be invited.',
  noDomains: 'No email domain of your organization is approved yet',
  noDomainsHint:
    'Before you can invite employees, propose the part of your email addresses after the @. An administrator of the service checks and approves it.',
  approved: 'Approved',
  waiting: 'Waiting for approval',
  domain: 'Propose a domain',
  domainHint: 'For instance firm.example',
  propose: 'Propose',
  proposing: 'Proposing...',
  domainMissing: 'Enter a domain',
  proposed: params('{domain} was proposed. It works as soon as it is approved.'),
  proposeFailed: 'The domain was not proposed: ',
  unknownError: 'Unknown error',
})

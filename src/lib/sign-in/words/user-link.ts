import { params } from '@nanostores/i18n'
import { i18n } from '../../core/i18n/i18n.ts'

export const $userLinkMessages = i18n('userLink', {
  title: 'Single sign-on',
  failed: 'The link to the organization’s provider could not be loaded',
  none: 'Not linked. The first sign-in there links users whose address the provider proves. Others are linked by hand.',
  issuer: 'Issuer',
  subject: 'Subject',
  since: 'Linked since',
  lastUsed: 'Last used',
  never: 'Never',
  unlink: 'Unlink',
  unlinkQuestion: params(
    'Unlink {name}? Sessions that began with single sign-on end. The next sign-in there links the user again if the provider proves the address.',
  ),
  unlinked: params('{name} is not linked any more'),
  subjectLabel: 'Subject at the provider',
  subjectHint: 'The claim sub of this user, as the provider gives it to this client.',
  unknownHere: 'Signed in there, and unknown here',
  choose: 'Use',
  chooseOne: params('Use the subject of {name}'),
  unlinkedIdentity: params('{email}, tried {time}'),
  noEmail: 'Without an address',
  missing: 'Please enter the subject',
  link: 'Link by hand',
  linking: 'Linking...',
  linked: params('{name} is linked'),
  linkFailed: 'The user was not linked: ',
  unlinkFailed: 'The user was not unlinked: ',
  unknownError: 'Unknown error',
})

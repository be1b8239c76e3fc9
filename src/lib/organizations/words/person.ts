import { params } from '@nanostores/i18n'
import { i18n } from '../../core/i18n/i18n.ts'

export const $personMessages = i18n('person', {
  invitation: 'Invitation',
  openUntil: params('Has not set a password yet. The link works until {end}.'),
  over: params('Has not set a password. The link ended {end}.'),
  none: 'Has no password and no invitation, and cannot sign in.',
  send: 'Send an invitation',
  sendAgain: 'Send again',
  withdraw: 'Withdraw',
  sent: params('An invitation was sent to {email}.'),
  withdrawn: 'The invitation was withdrawn.',

  correct: 'Name and address',
  correctText:
    'Can be corrected until the employee comes. An open invitation is then sent to the new address, and the former link ends.',
  full_name: 'Name',
  email: 'Email',
  department: 'Department',
  save: 'Save',
  saving: 'Saving...',
  correctMissing: 'Enter a name and an email address',
  corrected: params('{name} was changed.'),

  access: 'Access',
  isActive: 'May sign in.',
  isInactive: 'Cannot sign in. All data stays, and email is still checked.',
  deactivate: 'Deactivate',
  activate: 'Activate',
  deactivateQuestion: params(
    'Deactivate {name}? The user is signed out at once and cannot sign in. All data stays, and email is still checked.',
  ),
  activateQuestion: params('Activate {name}? The user can then sign in again.'),
  deactivated: params('{name} is inactive.'),
  activated: params('{name} is active.'),

  factors: 'Second factors',
  factorsText:
    'For a user who has lost the phone or the passkey. Make sure that it is this person who asks you: call back at a number you know.',
  reset: 'Reset second factors',
  resetQuestion: params(
    'Remove all second factors of {name}? The user is signed out, gets an email about it and then signs in with the password alone.',
  ),
  wasReset: params('{name} has no second factors any more.'),

  failed: 'Nothing was changed: ',
  unknownError: 'Unknown error',
})

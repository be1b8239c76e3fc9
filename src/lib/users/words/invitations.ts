import { params } from '@nanostores/i18n'
import { i18n } from '../../core/i18n/i18n.ts'

export const $invitationMessages = i18n('invitations', {
  send: 'Send an invitation',
  sendHint: 'A mail with a link to set the password, for 72 hours.',
  openUntil: params('Invited, and has not set a password yet. The link works until {end}.'),
  over: params('Invited, and has not set a password. The link ended {end}.'),
  none: 'Has no password and no invitation, and cannot sign in.',
  sendAgain: 'Send again',
  withdraw: 'Withdraw',
  sent: params('An invitation was sent to {email}.'),
  withdrawn: 'The invitation was withdrawn.',
  failed: 'The invitation was not changed: ',
  unknownError: 'Unknown error',
})

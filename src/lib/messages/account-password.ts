import { i18n } from './i18n.ts'

export const $accountPasswordMessages = i18n('account-password', {
  title: 'Password',
  text: 'A new password signs you out everywhere else.',
  current: 'Current password',
  new: 'New password',
  hint: '12 to 128 characters',
  show: 'Show password',
  hide: 'Hide password',
  save: 'Change password',
  saving: 'Changing...',
  missing: 'Please fill in both passwords',
  changed: 'Your password has been changed. Other sessions have ended.',
  failed: 'The password was not changed: ',
  unknownError: 'Unknown error',
})

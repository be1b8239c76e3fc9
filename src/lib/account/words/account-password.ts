import { i18n } from '../../core/i18n/i18n.ts'

export const $accountPasswordMessages = i18n('accountPassword', {
  title: 'Password',
  text: 'A new password signs you out everywhere else.',
  singleSignOn:
    'You signed in with your organization. This is not its password, but the one for this site.',
  only: 'You sign in with your organization, and only there. It keeps your password and asks for further factors.',
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

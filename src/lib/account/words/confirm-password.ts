import { i18n } from '../../core/i18n/i18n.ts'

export const $confirmPasswordMessages = i18n('confirmPassword', {
  title: 'Confirm that it is you',
  text: 'You signed in a while ago. Enter your password to go on.',
  password: 'Your password',
  show: 'Show password',
  hide: 'Hide password',
  usePasskey: 'Use a passkey',
  declined: 'The passkey did not confirm it. Try again, or enter your password.',
  confirm: 'Confirm',
  confirming: 'Confirming...',
  missing: 'Please enter your password',
  failed: 'Not confirmed: ',
  unknownError: 'Unknown error',
})

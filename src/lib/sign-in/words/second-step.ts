import { i18n } from '../../core/i18n/i18n.ts'

export const $secondStepMessages = i18n('secondStep', {
  title: 'Second step',
  codeHint: 'Enter the six digits that your authenticator app shows, or a recovery code.',
  recoveryHint: 'Use your passkey. Without it, enter a recovery code.',
  lost: 'Without your phone or passkey, enter one of the recovery codes that you kept. If you have none left, ask your administrator to reset your second factors.',
  code: 'Code',
  recoveryCode: 'Recovery code',
  submit: 'Continue',
  pending: 'Signing in...',
  passkey: 'Use a passkey',
  back: 'Back',
  missing: 'Please enter the code',
  declined: 'The passkey was not used. Try again, or choose another way.',
  failed: 'Login failed',
})

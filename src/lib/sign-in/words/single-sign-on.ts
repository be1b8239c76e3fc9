import { i18n } from '../../core/i18n/i18n.ts'

export const $singleSignOnMessages = i18n('singleSignOn', {
  title: 'Sign in with your organization',
  text: 'Your organization asks you for your password, not this page.',
  email: 'Work email',
  submit: 'Continue',
  pending: 'Opening your organization...',
  back: 'Sign in with a password',
  missing: 'Please enter your work email',
  failed: 'The sign-in could not be started',
  finishing: 'Signing in...',
  notFinished: 'Login failed',
  confirmedTitle: 'Confirmed',
  confirmed: 'You can close this window and go on where you were.',
  notConfirmedTitle: 'Not confirmed',
  notConfirmed: 'Close this window and try again where you were.',
  /** Why the browser came back without a sign-in. */
  ended: 'This took too long, or it was begun in another browser. Start again here.',
  refused:
    'Your organization did not let you in. Try again, or ask your administrator whether you may use this site.',
  unavailable:
    'The sign-in service of your organization does not answer. Try again in a few minutes.',
  invalid:
    'The answer of your organization could not be verified. Try again, and tell your administrator if it stays so.',
  no_user:
    'Your organization knows you, and no active user here belongs to you. Ask your administrator to add, activate or link your user.',
})

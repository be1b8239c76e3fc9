import { params } from '@nanostores/i18n'
import { i18n } from '../../core/i18n/i18n.ts'
import { productName } from '../../core/i18n/product.ts'

export const $setPasswordMessages = i18n('setPassword', {
  pageTitle: 'Set your password',
  reading: 'Checking the link...',
  invitationTitle: `Welcome to ${productName}`,
  resetTitle: 'Choose a new password',
  invited: params(`{name} has invited you to use ${productName} at {organization}.`),
  invitedBy: params(`{name} has invited you to use ${productName}.`),
  invitedTo: params(`You have been invited to use ${productName} at {organization}.`),
  account: params('For the user {username}'),
  password: 'New password',
  hint: '12 to 128 characters',
  show: 'Show password',
  hide: 'Hide password',
  submit: 'Set password',
  pending: 'Setting...',
  failed: 'The password was not set',
  doneTitle: 'Your password is set',
  done: params(
    'Sign in as {username} with it. If another account is signed in in this browser, sign out of it first.',
  ),
  signIn: 'Go to sign-in',
  invalidTitle: 'This link does not work any more',
  invalid:
    'It may have been used, replaced by a newer one, or be too old. Ask for a new link, or ask your administrator for a new invitation.',
  askAgain: 'Ask for a new link',
  unreadableTitle: 'The link could not be checked',
  tryAgain: 'Try again',
  askTitle: 'Forgot your password?',
  askText: 'A link to set a new one is sent to the email address of your account.',
  login: 'Username or email',
  send: 'Send link',
  sending: 'Sending...',
  sendFailed: 'The link could not be requested',
  sentTitle: 'Look into your mail',
  sent: 'If there is such an account, a link is on its way. It works for 30 minutes. At most three are sent within 20 minutes: if no new one comes, the last ones still work. If none arrives, ask your administrator.',
  back: 'Back to sign-in',
})

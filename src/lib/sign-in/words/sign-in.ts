import { i18n } from '../../core/i18n/i18n.ts'
import { productName } from '../../core/i18n/product.ts'

export const $signInMessages = i18n('signIn', {
  title: `Sign in to ${productName}`,
  username: 'Username',
  password: 'Password',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  submit: 'Sign In',
  pending: 'Signing in...',
  note: `Access is restricted to authorized ${productName} owners only.`,
  forgotten: 'Forgot your password?',
  failed: 'Login failed',
  offline: 'There is no connection to the server. Check your network, then try again.',
  organization: 'Sign in with your organization',
  passkey: 'Sign in with a passkey',
})

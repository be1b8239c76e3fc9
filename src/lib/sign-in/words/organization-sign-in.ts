import { i18n } from './i18n.ts'

export const $organizationSignInMessages = i18n('organizationSignIn', {
  loading: 'Loading…',
  failed: 'This could not be loaded',
  tryAgain: 'Try Again',
})

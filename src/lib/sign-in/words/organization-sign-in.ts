import { i18n } from '../../core/i18n/i18n.ts'

export const $organizationSignInMessages = i18n('organizationSignIn', {
  loading: 'Loading…',
  failed: 'This could not be loaded',
  tryAgain: 'Try Again',
})

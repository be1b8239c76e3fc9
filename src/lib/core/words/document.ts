import { i18n } from '../i18n/i18n.ts'
import { productName } from '../i18n/product.ts'

/** Messages that appear only in the HTML of the pages behind the sign-in. */
export const $documentMessages = i18n('document', {
  signIn: 'Sign in',
  dashboard: 'Dashboard',
  noScript: `${productName} needs JavaScript to sign you in and to show your dashboard.`,
})

import { i18n } from '../i18n/i18n.ts'
import { productName } from '../i18n/product.ts'

export const $sessionMessages = i18n('session', {
  loading: `Loading ${productName}...`,
  notLoaded: 'Failed to load dashboard data',
  tryAgain: 'Try Again',
  ending: 'Your session is about to end',
  endingText:
    'You will be signed out within two minutes, because nothing was done for a while. What you have typed stays if you stay signed in.',
  stay: 'Stay signed in',
  ended: 'Your session has ended. Sign in again to go on where you were.',
})

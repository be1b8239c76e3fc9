import { params } from '@nanostores/i18n'
import { i18n } from './i18n.ts'

export const $sessionMessages = i18n('session', {
  loading: params('Loading {product}...'),
  notLoaded: 'Failed to load dashboard data',
  tryAgain: 'Try Again',
})

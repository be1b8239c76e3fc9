import { count, params } from '@nanostores/i18n'
import { i18n } from './i18n.ts'

export const $pickerMessages = i18n('picker', {
  found: count({ one: '1 result', many: '{count} results' }),
  none: 'No results',
  failed: 'The list could not be loaded.',
  clear: params('Clear {label}'),
})

import { i18n } from './i18n.ts'

export const $senderMessages = i18n('sender', {
  lookAlike: 'Look-alike letters',
})

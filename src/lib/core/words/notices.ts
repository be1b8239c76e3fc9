import { i18n } from '../i18n/i18n.ts'

export const $noticeMessages = i18n('notices', {
  dismiss: 'Dismiss',
})

import { params } from '@nanostores/i18n'
import { i18n } from '../i18n/i18n.ts'

export const $moneyMessages = i18n('money', {
  jod: params('{amount} JOD'),
})

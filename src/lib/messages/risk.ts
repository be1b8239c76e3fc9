import { i18n } from './i18n.ts'

export const $riskMessages = i18n('risk', {
  low: 'Low Risk',
  medium: 'Medium Risk',
  high: 'High Risk',
  outOf: 'out of 100',
})

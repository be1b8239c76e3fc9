import { i18n } from '../../core/i18n/i18n.ts'

export const $riskMessages = i18n('risk', {
  low: 'Low Risk',
  medium: 'Medium Risk',
  high: 'High Risk',
  nothingScanned: 'No mail has been scanned yet',
  outOf: 'out of 100',
})

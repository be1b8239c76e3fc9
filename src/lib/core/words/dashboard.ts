import { params } from '@nanostores/i18n'
import { i18n } from '../i18n/i18n.ts'
import { plural } from '../i18n/plural.ts'

/** Messages of all dashboards. */
export const $dashboardMessages = i18n('dashboard', {
  tryAgain: 'Try Again',
  updated: params('Updated {age}'),
  refresh: 'Refresh',
  refreshing: 'Refreshing...',
  loadingRest: 'Loading the rest of the list...',
  filters: 'Filters',
  filtersActive: plural('Filters ({count})'),
  restMissing: 'The rest of the list could not be loaded.',
})

import { i18n } from '../../core/i18n/i18n.ts'
import { plural } from '../../core/i18n/plural.ts'

export const $dailyCountsMessages = i18n('dailyCounts', {
  title: 'Scans and threats by day',
  caption: plural('The last {count} days, by the day of receipt in UTC'),
  loading: 'Loading the days...',
  failed: 'Failed to load the days',
  none: 'No mail yet',
  noneHint: 'Days appear here once a mail gateway reports.',
  malicious: 'Malicious',
  suspicious: 'Suspicious',
  safe: 'Safe',
})

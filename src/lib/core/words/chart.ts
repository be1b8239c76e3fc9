import { params } from '@nanostores/i18n'
import { i18n } from '../i18n/i18n.ts'

export const $chartMessages = i18n('chart', {
  showTable: 'Show as table',
  hideTable: 'Hide table',
  day: 'Day',
  weekOf: 'Week of',
  week: params('Week of {day}'),
  noData: 'No data',
  read: params('{title}: read single values'),
  reading: params('{name}: {value}'),
})

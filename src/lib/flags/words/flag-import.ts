import { params } from '@nanostores/i18n'
import { i18n } from '../../core/i18n/i18n.ts'
import { plural } from '../../core/i18n/plural.ts'

export const $flagImportMessages = i18n('flagImport', {
  title: 'Import flags',
  explained:
    'A table with one line for each sender, saved as CSV. The first line names the columns: value (an address or a domain), and where you have them type (green or red), reason and ends (a date such as 2027-01-31).',
  kept: 'A flag of the other colour is a conflict and stays as it is.',
  usualType: 'Lines without a type',
  red: 'Red: blocked sender',
  green: 'Green: trusted sender',
  orDrop: 'or drop it here, up to 1,000 lines',
  run: plural({ one: 'Import {count} flag', other: 'Import {count} flags' }),
  running: 'Importing flags...',
  runningOf: params('{done} of {total} flags'),
  brokenHint: 'Nothing is lost, and no flag is added twice. Go on when the connection is back.',
  noValue: 'There is no column for the sender. Name one of the columns "value".',
  tooManyRows: 'This file has more than 1,000 lines, which is more than a user can have.',
  repeated: params('Line {line} has the same address or domain'),
  flag_type: 'Type',
  value: 'Sender',
  reason: 'Reason',
  expires_at: 'Ends',
})

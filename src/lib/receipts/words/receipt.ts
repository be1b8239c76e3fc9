import { params } from '@nanostores/i18n'
import { i18n } from '../../core/i18n/i18n.ts'

export const $receiptMessages = i18n('receipt', {
  title: 'Generate Receipt',
  choose: 'Choose an organization',
  year: 'Year',
  month: 'Month',
  monthOne: params('{number} ({name})'),
  submit: 'Generate Receipt',
  submitting: 'Generating...',
  missing: 'Please select an organization',
  failed: 'Failed to generate receipt: ',
  unknownError: 'Unknown error',
  notALink: 'the link is not a web address',
  made: params('Receipt for {period}'),
  totalCost: 'Total cost',
  totalScans: 'Total scans',
  open: 'Open the receipt',
})

import { params } from '@nanostores/i18n'
import { i18n } from '../../core/i18n/i18n.ts'
import { plural } from '../../core/i18n/plural.ts'

export const $flagsMessages = i18n('flags', {
  addTitle: 'Add a flag',
  addHint: 'A green flag lets a sender through. A red flag blocks one.',
  type: 'Flag type',
  green: 'Green: trusted sender',
  red: 'Red: blocked sender',
  value: 'Email address or domain',
  valueHint: 'For instance partner@firm.example or firm.example',
  reason: 'Reason (optional)',
  add: 'Add Flag',
  adding: 'Adding...',
  valueMissing: 'Please enter an email address or domain',
  greenAdded: 'GREEN flag added successfully!',
  redAdded: 'RED flag added successfully!',
  addFailed: 'Failed to add flag',
  trustQuestion: params(
    'Dangerous emails sent to you from {value}: {count}. Do you trust this domain all the same?',
  ),
  trustAction: 'Trust domain',

  listTitle: 'Your flags',
  search: 'Search flags',
  searchHint: 'By address, domain or reason',
  loading: 'Loading flags...',
  fetchFailed: 'Failed to fetch flags',
  notLoaded: 'Your flags could not be loaded.',
  none: 'No flags yet. Add your first flag above.',
  noMatch: 'No flags match your search',
  found: params('{found} of {total} found'),
  counts: params('{green} green, {red} red'),
  greenBadge: 'Green',
  redBadge: 'Red',
  created: 'Added',
  blocked: plural('{count} blocked'),
  ignored: 'Not used: this domain is a public mail provider. Add whole addresses instead.',

  remove: 'Remove',
  removing: 'Removing...',
  removeOne: params('Remove the flag for {value}'),
  removeQuestion: params('Remove the flag for {value}?'),
  removeAction: 'Remove flag',
  removed: 'Flag removed successfully',
  removeFailed: 'Failed to remove flag',
})

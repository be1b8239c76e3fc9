import { i18n } from '../../core/i18n/i18n.ts'
import { plural } from '../../core/i18n/plural.ts'

export const $userToolsMessages = i18n('userTools', {
  tools: 'Several users at once',
  import: 'Import users',
  export: 'Export the list',
  exporting: 'Exporting...',
  exported: 'The list was saved as aman-users.csv',
  exportFailed: 'Failed to export the list: ',
  adminsPolicy: 'Second factors of super admins',
  select: 'Select users',
  selected: plural({ one: '{count} selected', other: '{count} selected' }),
  selectAll: plural({ one: 'Select {count} user', other: 'Select all {count}' }),
  deactivate: 'Deactivate',
  activate: 'Activate',
  cancel: 'Cancel selection',
  deactivateQuestion: plural({
    one: 'Deactivate {count} user? The user is signed out at once and cannot sign in. All data stays, and email is still checked.',
    other:
      'Deactivate {count} users? They are signed out at once and cannot sign in. All data stays, and email is still checked.',
  }),
  deactivated: plural({ one: '{count} user is inactive', other: '{count} users are inactive' }),
  activated: plural({ one: '{count} user is active', other: '{count} users are active' }),
  statusFailed: 'Failed to change the users: ',
  unknownError: 'Unknown error',
})

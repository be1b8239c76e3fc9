import { params } from '@nanostores/i18n'
import { i18n } from '../../core/i18n/i18n.ts'
import { plural } from '../../core/i18n/plural.ts'

export const $factorPolicyMessages = i18n('factorPolicy', {
  title: 'Second factors',
  text: 'Whether users need an authenticator app or a passkey beside their password.',
  adminsText:
    'Whether super admins need an authenticator app or a passkey beside their password. This holds for them in place of the policy of their organization.',
  loading: 'Loading the policy...',
  notLoaded: 'The policy could not be loaded',
  optional: 'Optional',
  optionalHint: 'Users add a second factor if they want to.',
  required_in_14_days: 'Required within 14 days',
  required_in_14_daysHint:
    'Users are reminded on their dashboard. New users have 14 days from their creation.',
  required: 'Required',
  requiredHint:
    'Users without a second factor can only add one. Single sign-on is exempt: the provider asks there.',
  since: params('Since {date}'),
  without: plural({
    one: '{count} active user has no second factor',
    other: '{count} active users have no second factor',
  }),
  everyoneHas: 'All active users have a second factor',
  save: 'Save',
  saving: 'Saving...',
  question: plural({
    one: 'Require second factors now? {count} active user has none, and can only add one from now on.',
    other:
      'Require second factors now? {count} active users have none, and can only add one from now on.',
  }),
  require: 'Require now',
  saved: 'The policy for second factors was saved',
  failed: 'The policy was not saved: ',
  unknownError: 'Unknown error',
})

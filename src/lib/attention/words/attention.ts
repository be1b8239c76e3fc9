import { params } from '@nanostores/i18n'
import { i18n } from '../../core/i18n/i18n.ts'
import { plural } from '../../core/i18n/plural.ts'

export const $attentionMessages = i18n('attention', {
  title: 'What needs you',
  nothing: 'Nothing needs you',
  nothingHint:
    'No unusual attacks, no silent or refused gateway, no mail that waits, no open invitation and no missing second factor.',
  loading: 'Looking for what needs you...',
  failed: 'Failed to load what needs you',
  attacks: plural({
    one: '{count} organization with a jump in attacks',
    other: '{count} organizations with a jump in attacks',
  }),
  attacked: params('{recent} in the last 7 days, usually {usual} in a week'),
  silent: plural({ one: '{count} silent gateway', other: '{count} silent gateways' }),
  silentSince: params('No report since {time}'),
  refused: plural({
    one: '{count} organization whose gateway is refused',
    other: '{count} organizations whose gateways are refused',
  }),
  unknownKeys: plural({
    one: '{count} request of a gateway without a known key was refused',
    other: '{count} requests of gateways without a known key were refused',
  }),
  unknownKeysHint: params(
    "The last came {time}. 'Connect your mail' in an organization's details says more.",
  ),
  mails: plural({
    one: '{count} mail could not be sent yet',
    other: '{count} mails could not be sent yet',
  }),
  oldestMail: params('The oldest waits since {time}. Check the mail server and its settings.'),
  givenUp: plural({ one: '{count} mail was given up', other: '{count} mails were given up' }),
  givenUpHint: 'They are not tried again. The log of the server says why.',
  admins: plural({
    one: '{count} super admin without the required second factor',
    other: '{count} super admins without the required second factor',
  }),
  factors: plural({
    one: '{count} organization whose users lack the required second factor',
    other: '{count} organizations whose users lack the required second factor',
  }),
  lacking: plural({ one: '{count} user', other: '{count} users' }),
  invited: plural({
    one: '{count} user was invited and has not come',
    other: '{count} users were invited and have not come',
  }),
  oldestInvited: params('The first account is from {day}.'),
  more: plural('and {count} more'),
  showUsers: 'Show users',
  showAdmins: 'Show super admins',
  showOrganizations: 'Show organizations',
})

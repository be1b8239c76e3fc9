import { params } from '@nanostores/i18n'
import { i18n } from '../../core/i18n/i18n.ts'
import { plural } from '../../core/i18n/plural.ts'

/** Search from anywhere. */
export const $searchMessages = i18n('search', {
  search: 'Search',
  title: 'Search',
  placeholder: 'Screens and actions',
  placeholderAll: 'People, organizations, screens and actions',
  screens: 'Screens',
  actions: 'Actions',
  organizations: 'Organizations',
  users: 'People',
  found: plural({ one: '1 result', other: '{count} results' }),
  none: params('Nothing found for “{text}”'),
  searching: 'Searching…',
  failed: 'People and organizations could not be searched.',
  hint: 'Choose with the arrow keys, open with Enter, close with Escape.',
  flags: 'Flags',
  tools: 'Team Tools',
  activity: 'Activity',
  allMessages: 'All messages',
  allUsers: 'All users',
  allOrganizations: 'All organizations',
  addUser: 'Add a user',
  addOrganization: 'Add an organization',
  addFlag: 'Add a flag',
  checkMail: 'Check a mail',
  invite: 'Invite people',
  signOut: 'Sign out',
  noName: 'No name',
  employee: 'Employee',
  team_lead: 'Team Lead',
  super_admin: 'Super Admin',
})

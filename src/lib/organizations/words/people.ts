import { params } from '@nanostores/i18n'
import { i18n } from '../../core/i18n/i18n.ts'

export const $peopleMessages = i18n('people', {
  title: 'People',
  subtitle: params('Who has an account at {organization}'),
  loading: 'Loading the people of your organization...',
  failed: 'Failed to load the people of your organization',

  list: 'Accounts',
  found: params('{found} of {total}'),
  search: 'Search people',
  searchHint: 'By name or email',
  status: 'Status',
  all: 'All',
  none: 'No people match',
  noneHint: 'Change the search or the filter above.',
  user: 'User',
  email: 'Email',
  role: 'Role',
  actions: 'Actions',
  noName: 'No name',
  employee: 'Employee',
  team_lead: 'Team Lead',
  organizationAdmin: 'Organization admin',
  you: 'You',
  active: 'Active',
  inactive: 'Inactive',
  invited: 'Invited',
  invitationOver: 'Invitation ended',
  notInvited: 'Not invited',
  manage: 'Manage',
  manageOne: params('Manage {name}'),

  invite: 'Invite employees',
  select: 'Select invitations',
  selectOne: params('Select {name}'),
})

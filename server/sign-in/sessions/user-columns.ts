/** The columns that describe a user to their organization's provider, too. */
export const describingColumns = [
  'users.id',
  'users.organization_id',
  'users.username',
  'users.email',
  'users.full_name',
  'users.role',
  'users.department',
  'users.phone',
  'users.is_active',
  'users.locale',
  'users.created_at',
] as const

/** The columns of a user, except the password hash and internal keys. */
export const userColumns = [
  ...describingColumns,
  'users.consented_at',
  'users.last_login_at',
  'users.must_change_password',
  'users.invitation_expires_at',
  'users.managed_organization_id',
  'users.answers_by_mail',
] as const

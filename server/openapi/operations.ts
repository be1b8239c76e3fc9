/** The description of a call and its specific errors, which the contract does not contain. */
export interface Operation {
  readonly summary: string
  readonly group: 'Sign-in' | 'Dashboards' | 'Flags' | 'Administration' | 'Gateways' | 'Server'
  readonly refusals?: Readonly<Record<number, string>>
  /** The meaning of 200, if it is not obvious. */
  readonly done?: string
  /** The meaning of 207, for calls that can succeed in part. */
  readonly doneInPart?: string
}

/** By method and path as in the contract. */
export const operations: Readonly<Record<string, Operation>> = {
  'POST /auth/login': {
    summary: 'Sign in',
    group: 'Sign-in',
    refusals: {
      401: 'The username or the password is wrong, or the user is inactive',
      429: 'Too many failed sign-ins with this username or from this address',
    },
  },
  'GET /auth/me': { summary: 'Who is signed in', group: 'Sign-in' },
  'GET /auth/session': {
    summary: 'When this session expires without use; does not extend it',
    group: 'Sign-in',
  },
  'POST /auth/session': { summary: 'Extend this session', group: 'Sign-in' },
  'POST /auth/logout': { summary: 'End this session', group: 'Sign-in' },
  'POST /users/consent': { summary: 'Accept the privacy notice', group: 'Sign-in' },
  'GET /privacy-policy': { summary: 'The privacy policy', group: 'Server' },
  'GET /dashboard/employee': {
    summary: 'Mail and risk of the signed-in user',
    group: 'Dashboards',
  },
  'GET /dashboard/team': {
    summary: 'Users of the organization and their figures',
    group: 'Dashboards',
  },
  'POST /team/support-request': {
    summary: 'Send a request to support',
    group: 'Dashboards',
    refusals: { 429: 'The user has sent too many requests within the last hour' },
  },
  'GET /flags/list': { summary: 'Flags of the signed-in user', group: 'Flags' },
  'GET /flags/evidence': {
    summary: 'How many dangerous mails the signed-in user received from a domain',
    group: 'Flags',
  },
  'POST /flags/add': {
    summary: 'Trust or block a sender',
    group: 'Flags',
    refusals: {
      409: 'The value has a flag already',
      422: 'A field is missing, unknown or not valid, or a green flag is for the domain of a public mail provider',
    },
  },
  'DELETE /flags/remove/:id': {
    summary: 'Remove a flag',
    group: 'Flags',
    refusals: { 404: 'The user has no such flag' },
  },
  'GET /admin/dashboard': { summary: 'Totals over all organizations', group: 'Administration' },
  'GET /admin/users': { summary: 'All users', group: 'Administration' },
  'POST /admin/users/detailed': {
    summary: 'Create a user, or change the user with the id',
    group: 'Administration',
    refusals: {
      404: 'There is no such user',
      409: 'The username or the email is taken, or no admin would be left',
    },
  },
  'DELETE /admin/users/:id': {
    summary: 'Remove a user permanently',
    group: 'Administration',
    refusals: {
      404: 'There is no such user',
      409: 'The user is the caller or the last active super admin',
    },
  },
  'GET /admin/organizations': { summary: 'All organizations', group: 'Administration' },
  'POST /admin/organizations/detailed': {
    summary: 'Create an organization',
    group: 'Administration',
    refusals: { 409: 'The name is taken already' },
  },
  'GET /admin/audit': { summary: 'The audit trail, in pages', group: 'Administration' },
  'POST /admin/generate-receipt/:organization_id/:year/:month': {
    summary:
      'Issue the receipt of a month, or a supplement for mail that was reported after it, or find the latest of them again',
    group: 'Administration',
    refusals: { 404: 'There is no such organization', 409: 'The month is not over' },
  },
  'POST /scans': {
    summary: 'Report scanned mail, one or up to 100; returns each verdict after flags',
    group: 'Gateways',
    done: 'All scans were accepted',
    doneInPart: 'Some scans of a batch were accepted; `refused` lists the others with the reason',
    refusals: {
      404: 'The organization has no such recipient (a single scan)',
      422: 'The single scan is not valid, no scan of the batch was accepted (`refused` lists the reasons), the batch cannot be read, or the idempotency key was another report’s',
    },
  },
  'GET /health': { summary: 'Whether the server responds', group: 'Server' },
  'GET /ready': { summary: 'Whether the database accepts writes', group: 'Server' },
}

/** What the table of calls does not say of one: what it is for, and its own refusals. */
export interface Operation {
  readonly summary: string
  readonly group: 'Sign-in' | 'Dashboards' | 'Flags' | 'Administration' | 'Gateways' | 'Server'
  readonly refusals?: Readonly<Record<number, string>>
  /** What 200 means, where it is not simply done. */
  readonly done?: string
  /** What 207 means, where a call can be done in part. */
  readonly doneInPart?: string
}

/** By method and path as the contract writes them. */
export const operations: Readonly<Record<string, Operation>> = {
  'POST /auth/login': {
    summary: 'Sign in',
    group: 'Sign-in',
    refusals: {
      401: 'The username or the password is wrong, or the person is inactive',
      429: 'Too many failed sign-ins with this username or from this address',
    },
  },
  'GET /auth/me': { summary: 'Who is signed in', group: 'Sign-in' },
  'GET /auth/session': {
    summary: 'When this session ends if nothing is done, without extending it',
    group: 'Sign-in',
  },
  'POST /auth/session': { summary: 'Extend this session', group: 'Sign-in' },
  'POST /auth/logout': { summary: 'End this session', group: 'Sign-in' },
  'POST /users/consent': { summary: 'Accept the privacy notice', group: 'Sign-in' },
  'GET /privacy-policy': { summary: 'The privacy policy', group: 'Server' },
  'GET /dashboard/employee': { summary: 'One’s own mail and risk', group: 'Dashboards' },
  'GET /dashboard/team': { summary: 'The people of one’s organization', group: 'Dashboards' },
  'POST /team/support-request': {
    summary: 'Ask support, by mail',
    group: 'Dashboards',
    refusals: { 429: 'The person has asked too often within the last hour' },
  },
  'GET /flags/list': { summary: 'One’s own flags', group: 'Flags' },
  'GET /flags/evidence': {
    summary: 'How much dangerous mail one was sent from a domain',
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
    refusals: { 404: 'The person has no such flag' },
  },
  'GET /admin/dashboard': { summary: 'What all organizations add up to', group: 'Administration' },
  'GET /admin/users': { summary: 'Everybody', group: 'Administration' },
  'POST /admin/users/detailed': {
    summary: 'Create somebody, or change whoever has the id',
    group: 'Administration',
    refusals: {
      404: 'Nobody has the id',
      409: 'The username or the email is taken, or no admin would be left',
    },
  },
  'DELETE /admin/users/:id': {
    summary: 'Remove somebody for good',
    group: 'Administration',
    refusals: { 404: 'There is no such person', 409: 'Oneself, and the last active admin, stay' },
  },
  'GET /admin/organizations': { summary: 'All organizations', group: 'Administration' },
  'POST /admin/organizations/detailed': {
    summary: 'Create an organization',
    group: 'Administration',
    refusals: { 409: 'The name is taken already' },
  },
  'GET /admin/audit': { summary: 'Who did what, in pages', group: 'Administration' },
  'POST /admin/generate-receipt/:organization_id/:year/:month': {
    summary:
      'Issue the receipt of a month, or a supplement for mail that was reported after it, or find the latest of them again',
    group: 'Administration',
    refusals: { 404: 'There is no such organization', 409: 'The month is not over' },
  },
  'POST /scans': {
    summary: 'Report judged mail, one or up to 100, each answered with its verdict after flags',
    group: 'Gateways',
    done: 'All scans were taken',
    doneInPart: 'Some scans of a batch were taken; `refused` names the others and says why',
    refusals: {
      404: 'The organization has no such recipient (a single scan)',
      422: 'The single scan is not valid, no scan of the batch was taken (`refused` says why of each), the batch cannot be read, or the idempotency key was another report’s',
    },
  },
  'GET /health': { summary: 'Whether the server answers', group: 'Server' },
  'GET /ready': { summary: 'Whether the database takes writes', group: 'Server' },
}

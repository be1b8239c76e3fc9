import * as calls from '../contract/endpoints.ts'
import * as account from './account/account.ts'
import * as attention from './attention/attention.ts'
import * as audit from './audit/audit.ts'
import * as emails from './emails/emails.ts'
import * as flags from './flags/flags.ts'
import * as gateways from './gateways/gateways.ts'
import type { Binding } from './http/bind.ts'
import { health, ready } from './http/ready.ts'
import type { Services } from './http/services.ts'
import * as judge from './judge/judge.ts'
import * as mailboxes from './mailboxes/mailboxes.ts'
import * as organizations from './organizations/organizations.ts'
import * as policy from './policy/policy.ts'
import * as receipts from './receipts/receipts.ts'
import * as risk from './risk/risk.ts'
import * as scim from './scim/scim.ts'
import * as search from './search/search.ts'
import * as signIn from './sign-in/sign-in.ts'
import * as supportRequests from './support-requests/support-requests.ts'
import * as team from './team/team.ts'
import * as users from './users/users.ts'
import * as webhooks from './webhooks/webhooks.ts'

type CallName = keyof typeof calls

type Handlers = {
  readonly [Name in CallName]: (services: Services) => Binding<(typeof calls)[Name]>
}

/** The handler of each call of the contract; a missing one is a type error. */
const handlers: Handlers = {
  health,
  ready,
  ...account,
  ...attention,
  ...audit,
  ...emails,
  ...flags,
  ...gateways,
  ...judge,
  ...mailboxes,
  ...organizations,
  ...policy,
  ...receipts,
  ...risk,
  ...scim,
  ...search,
  ...signIn,
  ...supportRequests,
  ...team,
  ...users,
  ...webhooks,
}

export function bindCalls(services: Services): readonly Binding[] {
  return Object.keys(calls).map((name) => handlers[name as CallName](services))
}

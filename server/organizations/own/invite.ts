import { setTimeout } from 'node:timers/promises'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import {
  domainNotApproved,
  type InvitedRow,
  invitedRow,
  inviteInput,
  notInvitable,
  organizationUsersInviteEndpoint,
} from '../../../contract/endpoints/organization-users-invite.ts'
import { latinSkeleton } from '../../../contract/fields/look-alikes.ts'
import { readKnownUsers } from '../../accounts/import/known-users.ts'
import { inviteUser, requireInvitations } from '../../accounts/links/invite-user.ts'
import { acceptNewUsername } from '../../accounts/username-rules.ts'
import { createUser, usernameKey } from '../../accounts/users.ts'
import { actorOf, recordAct } from '../../audit/record.ts'
import type { Services } from '../../core/services.ts'
import { takeAdvisoryLock } from '../../database/advisory-lock.ts'
import { isUniqueViolation } from '../../database/database-error.ts'
import type { Database } from '../../database/tables.ts'
import { bindUser, type Caller } from '../../http/bind.ts'
import { HttpError, rowProblemOf } from '../../http/http-error.ts'
import { parseInput } from '../../http/parse-input.ts'
import { domainOf, organizationOfDomain } from '../domains.ts'
import { countInvitation } from './invitation-limits.ts'
import { ownOrganizationOf } from './own-user.ts'

type Answer = AnswerOf<typeof organizationUsersInviteEndpoint>['rows'][number]

/** POST /organization/users/invite (A673). */
export function inviteToOwnOrganization(services: Services) {
  const endpoint = { ...organizationUsersInviteEndpoint, input: inviteInput }
  const binding = bindUser(services, endpoint, async ({ rows }, caller) => {
    requireInvitations(services)
    const answers: Answer[] = []
    for (const row of rows) {
      const startedMs = performance.now()
      answers.push(await answerRow(services, row, caller))
      // Other calls get at least as much of the time.
      await setTimeout(performance.now() - startedMs)
    }
    return { rows: answers }
  })
  // The API document needs the schema of the rows, which are parsed one by one.
  return { ...binding, endpoint: organizationUsersInviteEndpoint }
}

async function answerRow(
  services: Services,
  given: { readonly line: number },
  caller: Caller,
): Promise<Answer> {
  const { line } = given
  try {
    const row = parseInput(invitedRow, given)
    const invited = await services.database
      .transaction()
      .execute((transaction) => invite(services, transaction, row, caller))
    return { line, ...invited }
  } catch (cause) {
    // A user form may have taken the name meanwhile.
    const fault = isUniqueViolation(cause) ? new HttpError(notInvitable, {}) : cause
    if (!(fault instanceof HttpError)) throw fault
    return { line, outcome: 'rejected', problem: rowProblemOf(fault) }
  }
}

/** @throws HttpError where the address cannot be invited */
async function invite(
  services: Services,
  transaction: Database,
  { email, full_name }: InvitedRow,
  caller: Caller,
): Promise<Pick<Answer, 'outcome' | 'id'>> {
  const organizationId = ownOrganizationOf(caller)
  await requireApprovedDomain(transaction, organizationId, email)
  const username = acceptNewUsername(email)
  // As in the user form: no index spans the addresses of users and aliases.
  await takeAdvisoryLock(transaction, 'addresses of users')
  const known = await findKnown(transaction, username, email)
  if (known !== undefined) {
    const isOwn =
      known.email === email &&
      known.organization_id === organizationId &&
      known.role !== 'super_admin'
    if (isOwn) return { outcome: 'exists', id: known.id }
    throw new HttpError(notInvitable, {})
  }
  const id = await createUser(
    { ...services, database: transaction },
    { username, email, full_name, role: 'employee', organization_id: organizationId },
  )
  await countInvitation(services, transaction, organizationId, id)
  await inviteUser(services, transaction, id, caller.user.id)
  await recordAct(services, transaction, actorOf(caller), {
    action: 'user-create',
    target: 'user',
    targetId: id,
    detail: 'employee, invited',
  })
  return { outcome: 'invited', id }
}

/** The user whose name or address a new user would share, the one with the email first. */
async function findKnown(database: Database, username: string, email: string) {
  const known = await readKnownUsers(database, [{ username, email, aliases: [] }])
  return (
    known.byAddress.get(email) ??
    known.byName.get(usernameKey(username)) ??
    known.bySkeleton.get(latinSkeleton(username))
  )
}

/**
 * The answer is the same for a domain of another organization.
 * @throws HttpError 422
 */
export async function requireApprovedDomain(
  database: Database,
  organizationId: string,
  email: string,
): Promise<void> {
  const domain = domainOf(email) ?? ''
  if ((await organizationOfDomain(database, domain)) === organizationId) return
  throw new HttpError(domainNotApproved, { domain })
}

import { setTimeout } from 'node:timers/promises'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { latinSkeleton } from '../../contract/flags/look-alikes.ts'
import {
  domainNotApproved,
  type InvitedRow,
  invitedRow,
  inviteInput,
  inviteOwnUsersEndpoint,
  notInvitable,
  tooManyInvitations,
} from '../../contract/users/invite-own-users.ts'
import { HttpError, rowProblemOf } from '../core/http-error.ts'
import { takeAdvisoryLock } from '../database/advisory-lock.ts'
import { isUniqueViolation } from '../database/drivers/database-error.ts'
import { usernameKey } from '../database/search-index.ts'
import type { Database } from '../database/tables/tables.ts'
import { bindUser, type Caller } from '../http/bind.ts'
import { parseInput } from '../http/parse-input.ts'
import type { Services } from '../http/services.ts'
import {
  countInvitation,
  domainOf,
  invitationsLeft,
  organizationOfDomain,
  ownOrganizationOf,
} from '../organizations/organizations.ts'
import { recheckCaller, requireInvitations } from '../sign-in/sign-in.ts'
import { addUser } from './change/add-user.ts'
import { acceptNewUsername } from './change/username-rules.ts'
import { readKnownUsers } from './import/known-users.ts'

type Answer = AnswerOf<typeof inviteOwnUsersEndpoint>['rows'][number]

/** POST /organization/users/invite. */
export function inviteOwnUsers(services: Services) {
  const endpoint = { ...inviteOwnUsersEndpoint, input: inviteInput }
  const binding = bindUser(services, endpoint, async ({ rows, dry_run }, caller) => {
    requireInvitations(services)
    const act = dry_run ? await dryRun(services, caller) : realRun(services, caller)
    const answers: Answer[] = []
    for (const row of rows) {
      const startedMs = performance.now()
      answers.push(await answerRow(row, act))
      // Other calls get at least as much of the time.
      await setTimeout(performance.now() - startedMs)
    }
    return { rows: answers }
  })
  // The API document needs the schema of the rows, which are parsed one by one.
  return { ...binding, endpoint: inviteOwnUsersEndpoint }
}

type Outcome = Omit<Answer, 'line' | 'problem'>

/** @throws HttpError where the address cannot be invited */
type Act = (row: InvitedRow) => Promise<Outcome>

function realRun(services: Services, caller: Caller): Act {
  return (row) =>
    services.database
      .transaction()
      .execute((transaction) => invite(services, transaction, row, caller))
}

/** Judges by what the rows before it would have taken. */
async function dryRun(services: Services, caller: Caller): Promise<Act> {
  const { database } = services
  const organizationId = ownOrganizationOf(caller)
  let left = await invitationsLeft(services, database, organizationId)
  const invited = new Set<string>()
  return async ({ email }) => {
    const known = await judge(database, organizationId, email)
    const outcome = known ?? ({ outcome: invited.has(email) ? 'exists' : 'invited' } as const)
    if (outcome.outcome === 'invited') {
      if (left === 0) throw new HttpError(tooManyInvitations, {})
      left -= 1
      invited.add(email)
    }
    return outcome
  }
}

async function answerRow(given: { readonly line: number }, act: Act): Promise<Answer> {
  const { line } = given
  try {
    return { line, ...(await act(parseInput(invitedRow, given))) }
  } catch (cause) {
    // A user form may have taken the name meanwhile.
    const fault = isUniqueViolation(cause) ? new HttpError(notInvitable, {}) : cause
    if (!(fault instanceof HttpError) || isAboutCaller(fault)) throw fault
    return { line, outcome: 'rejected', problem: rowProblemOf(fault) }
  }
}

function isAboutCaller({ status }: HttpError): boolean {
  return status === 401 || status === 403
}

async function invite(
  services: Services,
  transaction: Database,
  { email, full_name, department }: InvitedRow,
  caller: Caller,
): Promise<Outcome> {
  const organizationId = ownOrganizationOf(caller)
  // As in the user form: no index spans the addresses of users and aliases.
  await takeAdvisoryLock(transaction, 'addresses of users')
  // After the lock: a super admin who takes the right away in the user form holds it until that is written.
  await recheckCaller(transaction, caller, inviteOwnUsersEndpoint.access)
  const known = await judge(transaction, organizationId, email)
  if (known !== undefined) return known
  const user = {
    ...{ username: acceptNewUsername(email), email, full_name, department },
    role: 'employee',
    organization_id: organizationId,
  } as const
  const id = await addUser(services, transaction, user, { caller, sendsInvitation: true })
  await countInvitation(services, transaction, organizationId, id)
  return { outcome: 'invited', id }
}

/**
 * @returns undefined for an address that can be invited, or what is said of the organization's own user
 * who has it
 * @throws HttpError where it cannot be invited
 */
async function judge(
  database: Database,
  organizationId: string,
  email: string,
): Promise<Outcome | undefined> {
  await requireApprovedDomain(database, organizationId, email)
  const known = await findKnown(database, acceptNewUsername(email), email)
  if (known === undefined) return undefined
  const isOwn =
    known.email === email &&
    known.organization_id === organizationId &&
    known.role !== 'super_admin'
  if (!isOwn) throw new HttpError(notInvitable, {})
  const { id } = known
  const waits = known.is_active === 1 && known.password_hash === null
  return { outcome: 'exists', id, ...(waits ? { may_be_invited: true } : {}) }
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

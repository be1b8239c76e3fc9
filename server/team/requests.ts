import { can } from '../../contract/core/permissions.ts'
import type { MailOpinion } from '../../contract/emails/mail-opinion.ts'
import {
  supportPriorities,
  supportRequestTypes,
} from '../../contract/support-requests/support-request.ts'
import { closeRequestEndpoint, unknownRequest } from '../../contract/team/close-request.ts'
import { listSupportRequestsEndpoint } from '../../contract/team/list-support-requests.ts'
import { actorOf, recordAct } from '../audit/audit.ts'
import { dayMs, isoAfter } from '../core/clock.ts'
import { HttpError } from '../core/http-error.ts'
import { takeAdvisoryLock } from '../database/advisory-lock.ts'
import { isOneOf } from '../database/search-index.ts'
import type { Audit } from '../database/tables/operation.ts'
import type { Database } from '../database/tables/tables.ts'
import { mailAnswer } from '../emails/emails.ts'
import { bindChange, bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { markMail } from '../judge/judge.ts'

const mostListed = 10

/** GET /team/support-requests. */
export function listSupportRequests(services: Services) {
  const { database, clock } = services
  return bindUser(services, listSupportRequestsEndpoint, async (_input, { user }) => {
    const rows = await database
      .selectFrom('audit')
      .select(['id', 'at', 'detail'])
      .where('actor_id', '=', user.id)
      .where('action', '=', 'support-request')
      .where('at', '>', isoAfter(clock(), -supportRequestsMs))
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(mostListed)
      .execute()
    const closed = await closedAt(
      database,
      rows.map(({ id }) => id),
    )
    return {
      requests: rows.map(({ id, at, detail }) => ({
        ...{ id, at },
        ...detailOf(detail),
        answered_at: closed.get(id) ?? null,
      })),
    }
  })
}

/*
 * A request is its entry in the audit trail, which the entry that closes it names: what support and team
 * leads are asked has no other row, for its text is in its mail alone.
 */

const supportRequestsMs = 90 * dayMs
const mostWaiting = 100

/** When each of these requests was closed; the others are open. */
export async function closedAt(
  database: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await database
    .selectFrom('audit')
    .select(['target_id', 'at'])
    .where(isOneOf(database, 'target_id', ids))
    .where('action', '=', 'request-close')
    .execute()
  return new Map(rows.map(({ target_id, at }) => [target_id ?? '', at]))
}

/** As the call records it: `false_positive, high`. */
function detailOf(detail: string) {
  const [type, urgency] = detail.split(', ')
  return {
    request_type: supportRequestTypes.find((known) => known === type) ?? 'general_support',
    priority: supportPriorities.find((known) => known === urgency) ?? 'medium',
  }
}

/** Support requests that are not closed, the longest wait first. */
export async function findWaitingRequests(database: Database, now: Date) {
  const rows = await database
    .selectFrom('audit')
    .innerJoin('users', 'users.id', 'audit.actor_id')
    .leftJoin('organizations', 'organizations.id', 'audit.actor_organization_id')
    .select(['audit.id', 'audit.at', 'detail', 'full_name', 'organizations.name'])
    .where('action', '=', 'support-request')
    .where('at', '>', isoAfter(now, -supportRequestsMs))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('audit as closing')
            .select('closing.id')
            .whereRef('closing.target_id', '=', 'audit.id')
            .where('closing.action', '=', 'request-close'),
        ),
      ),
    )
    .orderBy('at')
    .orderBy('audit.id')
    .limit(mostWaiting)
    .execute()
  return rows.map(({ detail, name, ...row }) => ({
    ...row,
    ...detailOf(detail),
    organization_name: name ?? '',
  }))
}

/** POST /team/close-request: a second team lead at the same time records nothing more. */
export function closeRequest(services: Services) {
  return bindChange(
    services,
    closeRequestEndpoint,
    async ({ id, outcome }, caller, transaction) => {
      const { user } = caller
      await takeAdvisoryLock(transaction, `request ${id}`)
      const request = await transaction
        .selectFrom('audit')
        .select([
          'action',
          'at',
          'detail',
          'actor_id',
          'actor_organization_id',
          'target_type',
          'target_id',
        ])
        .where('id', '=', id)
        .where('action', 'in', ['mail-report', 'support-request'])
        .executeTakeFirst()
      const isOfTeam =
        request?.action === 'mail-report' &&
        request.actor_organization_id !== null &&
        request.actor_organization_id === user.organization_id
      if (request === undefined || !(isOfTeam || can(user.role, 'view:admin'))) {
        throw new HttpError(unknownRequest, {})
      }
      if ((await closedAt(transaction, [id])).has(id)) return {}
      const isAnswered = outcome !== undefined && request.action === 'mail-report'
      if (isAnswered) await teach(services, transaction, request, outcome)
      if (request.action === 'mail-report') {
        await mailAnswer(services, transaction, request, outcome)
      }
      await recordAct(services, transaction, actorOf(caller), {
        action: 'request-close',
        target: 'request',
        targetId: id,
        detail: isAnswered ? `${request.action}, ${outcome}` : request.action,
      })
      return {}
    },
  )
}

type Report = Pick<Audit, 'actor_id' | 'actor_organization_id' | 'target_type' | 'target_id'>

/** The answer takes the place of the mark that the report was, and counts in full. */
async function teach(
  services: Services,
  transaction: Database,
  { actor_id, actor_organization_id, target_type, target_id }: Report,
  outcome: MailOpinion,
): Promise<void> {
  if (actor_id === null || target_id === null || target_type !== 'scan') return
  const said = {
    organizationId: actor_organization_id,
    userId: actor_id,
    source: 'answer',
    isDangerous: outcome === 'dangerous',
    isConfirmed: true,
  } as const
  await markMail(services, transaction, said, target_id)
}

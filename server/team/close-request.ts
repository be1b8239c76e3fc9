import { can } from '../../contract/core/permissions.ts'
import type { MailOpinion } from '../../contract/emails/mail-opinion.ts'
import { closeRequestEndpoint, unknownRequest } from '../../contract/team/close-request.ts'
import { actorOf, recordAct } from '../audit/audit.ts'
import { HttpError } from '../core/http-error.ts'
import { takeAdvisoryLock } from '../database/advisory-lock.ts'
import type { Audit, Database } from '../database/tables/tables.ts'
import { mailAnswer } from '../emails/emails.ts'
import { bindChange } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { markMail } from '../judge/judge.ts'
import { closedAt } from './requests.ts'

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

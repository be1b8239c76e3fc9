import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import { baseLocale } from '../../../contract/core/locale.ts'
import {
  reportKnownMailEndpoint,
  showKnownMailEndpoint,
} from '../../../contract/emails/known-mail.ts'
import { organizationKey } from '../../database/organization-key.ts'
import { findFlags } from '../../flags/flags.ts'
import { bindChange, bindUser } from '../../http/bind.ts'
import type { Services } from '../../http/services.ts'
import { findKeptVerdict, keepCheck } from '../checks/kept-checks.ts'
import { messageIdHmac } from '../messages/message-id.ts'
import { readReason, sentenceIn } from '../sentences/sentence.ts'
import { sayOpinion } from './report-mail.ts'

/** POST /messages/known, an addition. */
export function showKnownMail(services: Services) {
  return bindUser(
    services,
    showKnownMailEndpoint,
    async (
      { message_id, sender },
      { user, locale },
    ): Promise<AnswerOf<typeof showKnownMailEndpoint>> => {
      const kept = await findKeptVerdict(services, user.id, message_id)
      const mail = { userId: user.id, sender }
      const organizationId = organizationKey(user.organization_id)
      const flagOf = await findFlags(services, organizationId, [mail], services.clock())
      const flag = flagOf(mail)
      return {
        threat_level: kept?.threat_level ?? null,
        reason: kept === undefined ? '' : sentenceIn(locale ?? baseLocale, readReason(kept)),
        flag_type: flag?.flag_type ?? null,
        flag_value: flag?.value ?? '',
      }
    },
  )
}

/**
 * POST /mail-reports/known, an addition. The id of a check is made of the Message-ID, so that a report that
 * is sent again, because its answer was lost, is about the same.
 */
export function reportKnownMail(services: Services) {
  return bindChange(
    services,
    reportKnownMailEndpoint,
    async ({ message_id, opinion, threat_level }, caller, transaction) => {
      const place = { database: transaction, clock: services.clock }
      const kept = await findKeptVerdict(place, caller.user.id, message_id)
      const report = { opinion, note: '' }
      if (kept !== undefined) {
        await sayOpinion(services, transaction, caller, { ...report, kind: 'scan', id: kept.id })
        return {}
      }
      const hmac = await messageIdHmac(place)
      const id = hmac(`${caller.user.id} ${message_id}`)
      await keepCheck(place, caller.user, { id, threat_level })
      await sayOpinion(services, transaction, caller, { ...report, kind: 'check', id })
      return {}
    },
  )
}

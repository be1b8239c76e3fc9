import * as v from 'valibot'
import { organizationSuspended } from '../../contract/core/common-errors.ts'
import { baseLocale } from '../../contract/core/locale.ts'
import { withoutTag } from '../../contract/core/mail-address.ts'
import { notAMail } from '../../contract/emails/check-mail.ts'
import {
  analyseMailEndpoint,
  factsOfMail,
  judgeIsOff,
  unknownAnalysedRecipient,
} from '../../contract/judge/analyse-mail.ts'
import { unknownOrganization } from '../../contract/receipts/generate-receipt.ts'
import { HttpError, invalidField } from '../core/http-error.ts'
import type { Cover } from '../core/ports.ts'
import type { Database } from '../database/tables/tables.ts'
import { askedLocale } from '../http/asked-locale.ts'
import { requireGateway } from '../http/authentication.ts'
import { bindResponse } from '../http/bind.ts'
import { nameSender } from '../http/body-room.ts'
import { findCovered } from '../http/cover.ts'
import { jsonAnswer } from '../http/json-answer.ts'
import { parseInput } from '../http/parse-input.ts'
import type { Services } from '../http/services.ts'
import { createJudge } from './ask.ts'
import { readJudgeSettings } from './judge-settings.ts'
import { reasonIn } from './reason-words.ts'

/** POST /analyses, an addition: the judge's opinion of a mail, of whose text nothing is kept. */
export function analyseMail(services: Services) {
  const { database } = services
  const ask = createJudge(services)
  return bindResponse(services, analyseMailEndpoint, async (read, context) => {
    const gateway = await requireGateway(services, context, analyseMailEndpoint.access)
    const { organization_id, recipient, ...authentication } = parseInput(
      factsOfMail,
      context.req.query(),
    )
    const organizationId = await requireCovered(services, gateway.cover, organization_id)
    const locale = askedLocale(context, analyseMailEndpoint) ?? baseLocale
    const settings = await readJudgeSettings(database, organizationId)
    if (settings === undefined || settings.mode === 'off') throw new HttpError(judgeIsOff, {})
    if (recipient !== undefined) await requireRecipient(database, organizationId, recipient)
    // A key of the operator sends for many organizations, each of which has a share.
    nameSender(context.req, organizationId)
    const mail = await gateway.read(read)
    const began = performance.now()
    const { level, score, reasons, unread, model } = await ask({
      mail,
      organizationId,
      perThousand: settings.per_thousand,
      teaches: services.sealer !== null,
      facts: {
        ...(recipient === undefined ? {} : { recipient }),
        ...(Object.keys(authentication).length === 0 ? {} : { authentication }),
      },
    })
    if (unread.includes('no_headers')) throw new HttpError(notAMail, {})
    const answer = {
      organization_id: organizationId,
      mode: settings.mode,
      threat_level: level,
      score,
      reasons: reasons.map((reason) => ({
        code: reason.code,
        speaks: reason.speaks,
        text: reasonIn(locale, reason),
        values: reason.values,
      })),
      unread: [...unread],
      model,
      milliseconds: Math.round(performance.now() - began),
    }
    return jsonAnswer(v.parse(analyseMailEndpoint.output, answer))
  })
}

/**
 * The organization that a question is about; only a key of the operator has to name it.
 * @throws HttpError 404 for one that the key does not cover, as for one that there is not; 403 for one
 * that is suspended, by a key of the operator
 */
async function requireCovered(
  { database, countRefused }: Services,
  cover: Cover,
  named: string | undefined,
): Promise<string> {
  if ('organizationId' in cover) {
    if (named !== undefined && named !== cover.organizationId) {
      throw new HttpError(unknownOrganization, {})
    }
    return cover.organizationId
  }
  if (named === undefined) throw invalidField('organization_id', 'missing', {})
  const covered = (await findCovered(database, cover, [named])).get(named)
  if (covered === undefined) throw new HttpError(unknownOrganization, {})
  if (covered.isSuspended) {
    await countRefused({ subject: named, scope: 'analyse', reason: 'suspended' })
    throw new HttpError(organizationSuspended, {})
  }
  return named
}

/** @throws HttpError 422 for users of other organizations as for addresses of none */
async function requireRecipient(database: Database, organizationId: string, recipient: string) {
  const addresses = [recipient, withoutTag(recipient) ?? recipient]
  await database
    .selectFrom('users')
    .leftJoin('user_aliases', 'user_aliases.user_id', 'users.id')
    .select('users.id')
    .where('users.organization_id', '=', organizationId)
    .where('users.removed_at', 'is', null)
    .where(({ eb, or }) =>
      or([eb('users.email', 'in', addresses), eb('user_aliases.address', 'in', addresses)]),
    )
    .executeTakeFirstOrThrow(() => new HttpError(unknownAnalysedRecipient, {}))
}

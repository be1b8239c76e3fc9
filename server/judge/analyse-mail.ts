import * as v from 'valibot'
import { baseLocale } from '../../contract/core/locale.ts'
import { withoutTag } from '../../contract/core/mail-address.ts'
import { notAMail } from '../../contract/emails/check-mail.ts'
import {
  analyseMailEndpoint,
  factsOfMail,
  judgeIsOff,
  unknownAnalysedRecipient,
} from '../../contract/judge/analyse-mail.ts'
import { HttpError } from '../core/http-error.ts'
import type { Database } from '../database/tables/tables.ts'
import { askedLocale } from '../http/asked-locale.ts'
import { requireGateway } from '../http/authentication.ts'
import { bindResponse } from '../http/bind.ts'
import { jsonAnswer } from '../http/json-answer.ts'
import { parseInput } from '../http/parse-input.ts'
import type { Services } from '../http/services.ts'
import { createJudge } from './ask.ts'
import { readJudgeSettings } from './read-settings.ts'
import { reasonIn } from './reason-words.ts'

/** POST /analyses, an addition (A1320): the judge's opinion of a mail, of which nothing is kept. */
export function analyseMail(services: Services) {
  const { database } = services
  const ask = createJudge(services)
  return bindResponse(services, analyseMailEndpoint, async (read, context) => {
    const gateway = await requireGateway(services, context, analyseMailEndpoint.access)
    const { organizationId } = gateway
    const locale = askedLocale(context, analyseMailEndpoint) ?? baseLocale
    const settings = await readJudgeSettings(database, organizationId)
    if (settings === undefined || settings.mode === 'off') throw new HttpError(judgeIsOff, {})
    const { recipient, ...authentication } = parseInput(factsOfMail, context.req.query())
    if (recipient !== undefined) await requireRecipient(database, organizationId, recipient)
    const mail = await gateway.read(read)
    const began = performance.now()
    const { level, score, reasons, unread, model } = await ask({
      mail,
      organizationId,
      perThousand: settings.per_thousand,
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

/** @throws HttpError 422 for users of other organizations as for addresses of none (A1332) */
async function requireRecipient(database: Database, organizationId: string, recipient: string) {
  const addresses = [recipient, withoutTag(recipient) ?? recipient]
  const found = await database
    .selectFrom('users')
    .leftJoin('user_aliases', 'user_aliases.user_id', 'users.id')
    .select('users.id')
    .where('users.organization_id', '=', organizationId)
    .where('users.removed_at', 'is', null)
    .where(({ eb, or }) =>
      or([eb('users.email', 'in', addresses), eb('user_aliases.address', 'in', addresses)]),
    )
    .executeTakeFirst()
  if (found === undefined) throw new HttpError(unknownAnalysedRecipient, {})
}

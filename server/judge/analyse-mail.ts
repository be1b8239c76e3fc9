import * as v from 'valibot'
import { baseLocale } from '../../contract/core/locale.ts'
import { notAMail } from '../../contract/emails/check-mail.ts'
import { analyseMailEndpoint } from '../../contract/judge/analyse-mail.ts'
import { HttpError } from '../core/http-error.ts'
import { askedLocale } from '../http/asked-locale.ts'
import { requireGateway } from '../http/authentication.ts'
import { bindResponse } from '../http/bind.ts'
import { jsonAnswer } from '../http/json-answer.ts'
import type { Services } from '../http/services.ts'
import { createJudge } from './ask.ts'
import { reasonIn } from './reason-words.ts'

/** POST /analyses, an addition (A1320): the judge's opinion of a mail, of which nothing is kept. */
export function analyseMail(services: Services) {
  const ask = createJudge(services)
  return bindResponse(services, analyseMailEndpoint, async (read, context) => {
    const gateway = await requireGateway(services, context, analyseMailEndpoint.access)
    const locale = askedLocale(context, analyseMailEndpoint) ?? baseLocale
    const mail = await gateway.read(read)
    const began = performance.now()
    const { level, score, reasons, unread, model } = await ask({
      mail,
      organizationId: gateway.organizationId,
    })
    if (unread.includes('no_headers')) throw new HttpError(notAMail, {})
    const answer = {
      threat_level: level,
      score,
      reasons: reasons.map(({ code, speaks, values }) => ({
        code,
        speaks,
        text: reasonIn(locale, { code, speaks, values }),
        values,
      })),
      unread: [...unread],
      model,
      milliseconds: Math.round(performance.now() - began),
    }
    return jsonAnswer(v.parse(analyseMailEndpoint.output, answer))
  })
}

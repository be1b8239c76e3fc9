import { hash } from 'node:crypto'
import * as v from 'valibot'
import { showBrowserKnowledgeEndpoint } from '../../contract/judge/show-browser-knowledge.ts'
import { showJudgeKnowledgeEndpoint } from '../../contract/judge/show-judge-knowledge.ts'
import { unknownOrganization } from '../../contract/receipts/generate-receipt.ts'
import { packSet } from '../../judge/lists/hashed-set.ts'
import { nameKeys } from '../../judge/rules/name-keys.ts'
import { minuteMs } from '../core/clock.ts'
import { HttpError } from '../core/http-error.ts'
import { keptSecret } from '../database/kept-secret.ts'
import { requireGateway, requireUser } from '../http/authentication.ts'
import { bindResponse } from '../http/bind.ts'
import type { CallContext } from '../http/call-context.ts'
import { jsonAnswer, notKept } from '../http/json-answer.ts'
import type { Services } from '../http/services.ts'
import { matchesTag } from '../http/site/conditional-request.ts'
import { readJudgeSettings } from './judge-settings.ts'
import { packTable } from './learning/packed.ts'
import { readState } from './learning/state.ts'
import { keepMost, keepReadings, unpack } from './memory/memory.ts'
import { createKnowledge } from './worker-knowledge.ts'

/** One false hit in so many, so that a hit in a filter is no proof. */
const spread = 4096
/** A name is a doubt by itself, and a mail has several. */
const nameSpread = 65_536
const mostNames = 10_000

/** GET /account/judge-knowledge, an addition. */
export function showJudgeKnowledge(services: Services) {
  const endpoint = showJudgeKnowledgeEndpoint
  const answerFor = keepAnswers(services)
  return bindResponse(services, endpoint, async (read, context) => {
    const { user } = await requireUser(services, context, endpoint)
    await read()
    const { organization_id: id } = user
    const known = id === null ? { domains: [] } : await answerFor(id)
    return newsFor(context, v.parse(endpoint.output, known))
  })
}

/** GET /judge-knowledge, an addition: for a browser that a policy has joined (decision 0175). */
export function showBrowserKnowledge(services: Services) {
  const endpoint = showBrowserKnowledgeEndpoint
  const answerFor = keepAnswers(services)
  return bindResponse(services, endpoint, async (read, context) => {
    const { cover } = await requireGateway(services, context, endpoint.access)
    await read()
    if (!('organizationId' in cover)) throw new HttpError(unknownOrganization, {})
    const { organizationId: id } = cover
    const { name } = await services.database
      .selectFrom('organizations')
      .select('name')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const known = await answerFor(id)
    return newsFor(context, v.parse(endpoint.output, { organization_name: name, ...known }))
  })
}

/** Making one takes some 30 ms, and each browser of a firm asks, or who has copied its key. */
function keepAnswers(services: Services) {
  const knowledge = createKnowledge(services)
  const answers = keepReadings({
    clock: services.clock,
    forMs: minuteMs,
    mostBytes: keepMost(1 / 64),
    read: (id) => knowledgeOf(services, knowledge, id),
  })
  return async (id: string) => unpack(await answers(id))
}

/** The answer, or 304 for a caller that has it. */
function newsFor(context: CallContext, answer: object): Response {
  const etag = `"${hash('sha256', JSON.stringify(answer)).slice(0, 32)}"`
  if (matchesTag(context.req.header('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers: { ...notKept, ETag: etag } })
  }
  return jsonAnswer(answer, { headers: { ETag: etag } })
}

async function knowledgeOf(
  services: Services,
  knowledge: ReturnType<typeof createKnowledge>,
  id: string,
) {
  const { own, correspondents } = await knowledge(id)
  const { known, met } = unpack(correspondents)
  const { layer } = await readState(services, id)
  // Another one for each organization, so that filters cannot be compared; the same for each answer.
  const salt = hash('sha256', `${await keptSecret(services, 'correspondent-filters')} ${id}`)
  const filter = (texts: readonly string[], spread: number) => {
    if (texts.length === 0) return null
    const { bits, ...packed } = packSet(
      texts.map((text) => salt + text),
      spread,
    )
    return { ...packed, bits: Buffer.from(bits).toString('base64') }
  }
  const { domains, people } = unpack(own)
  const names = new Set(people.flatMap(({ name }) => nameKeys(name, 'known')))
  return {
    domains: [...domains],
    per_thousand: (await readJudgeSettings(services.database, id))?.per_thousand ?? null,
    salt,
    correspondents: filter(known, spread),
    met: filter(met, spread),
    people: filter([...names].slice(0, mostNames), nameSpread),
    layer: layer && { model: layer.model, table: packTable(Buffer.from(layer.bytes)) },
  }
}

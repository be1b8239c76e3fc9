import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { bindCalls } from './calls.ts'
import { isReferenceViolation } from './database/conflict.ts'
import { isUnavailable } from './database/unavailable.ts'
import type { CallContext } from './http/bind.ts'
import { allowOrigins } from './http/cross-origin.ts'
import { jsonAnswer, preparedAnswer } from './http/json-answer.ts'
import { Refusal, refusalBody, refusalUntil } from './http/refusals.ts'
import { requestId } from './http/request-id.ts'
import { secureHtml } from './http/secure-html.ts'
import { wordsForLog } from './log.ts'
import { docsPage, docsPolicy } from './openapi/docs-page.ts'
import { createDocument } from './openapi/document.ts'
import type { Parts } from './parts.ts'
import { openReceipt } from './receipts/open-receipt.ts'

/** The whole API under `/api`, and the site's runtime settings; made of its parts alone. */
export function createApp(parts: Parts) {
  const app = new Hono<{ Bindings: CallContext['env'] }>()
  if (parts.allowedOrigins.length > 0) app.use('/api/*', allowOrigins(parts.allowedOrigins))
  const bindings = bindCalls(parts)
  for (const { endpoint, respond } of bindings) {
    app.on(endpoint.method, `/api${endpoint.path}`, respond)
  }
  app.get('/api/receipts/:number', openReceipt(parts))
  const document = createDocument(bindings.map(({ endpoint }) => endpoint))
  app.get('/api/openapi.json', preparedAnswer(document))
  if (parts.showsDocs) {
    app.get('/api/docs', async () => secureHtml(await docsPage(document), docsPolicy, 200))
  }
  // The training portal is set where the server runs, not where the site is built.
  app.get('/config.json', () => jsonAnswer({ training_url: parts.trainingUrl }))
  app.notFound((context) => refuse(new Refusal(404, `There is no call ${nameOf(context)}`)))
  app.onError((error, context) => {
    if (error instanceof Refusal) return refuse(error)
    if (isReferenceViolation(error)) return refuse(goneMeanwhile)
    return refuse(reportFailure(parts, context, error))
  })
  return app
}

export type App = ReturnType<typeof createApp>

const goneMeanwhile = new Refusal(409, 'What this belongs to was removed a moment ago')

/** The log has the whole story under an id, the answer has only the id. */
function reportFailure(
  { log, trustedProxies }: Parts,
  context: CallContext,
  error: Error,
): Refusal {
  const incoming = context.env?.incoming
  const request = incoming === undefined ? randomUUID() : requestId(incoming, trustedProxies)
  log('error', 'request failed', {
    request,
    call: nameOf(context),
    error: wordsForLog(error),
  })
  if (isUnavailable(error)) {
    return refusalUntil(503, 'The database cannot be used right now. Try again in a moment.', 5)
  }
  return new Refusal(500, `Something went wrong on the server. Reference: ${request}`)
}

function refuse({ status, message, headers, facts }: Refusal): Response {
  return jsonAnswer({ ...facts, ...refusalBody(message) }, { status, headers })
}

function nameOf({ req }: CallContext): string {
  return `${req.method} ${req.path}`
}

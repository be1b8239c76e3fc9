import { Hono } from 'hono'
import {
  internalError,
  removedMeanwhile,
  unavailable,
  unknownCall,
} from '../contract/core/common-errors.ts'
import { writesRefused } from '../contract/core/ready.ts'
import { bindCalls } from './calls.ts'
import { blockedUntil, errorBody, HttpError } from './core/http-error.ts'
import { wordsForLog } from './core/log.ts'
import { isReferenceViolation, isUnavailable } from './database/drivers/database-error.ts'
import { releaseBody } from './http/body-room.ts'
import type { CallContext } from './http/call-context.ts'
import { nameOfCall, noteCall, noteErrorCode } from './http/connections/observed-call.ts'
import { newRequestId, requestId } from './http/connections/request-id.ts'
import { jsonAnswer, preparedAnswer } from './http/json-answer.ts'
import { createOutageLog, UnwritableError } from './http/ready.ts'
import type { Services } from './http/services.ts'
import { allowExtensions, allowOrigins, secureHtml } from './http/site/security-headers.ts'
import { docsPage, docsPolicy } from './openapi/docs-page.ts'
import { apiDocument } from './openapi/document.ts'
import { openReceipt } from './receipts/open-receipt.ts'
import { mountScim } from './scim/mount-scim.ts'
import { answerProvider } from './sign-in/single-sign-on/callback.ts'

/** The API under `/api` and the runtime settings of the site. */
export function createApp(services: Services) {
  // Some clients end every address with a slash.
  const app = new Hono<{ Bindings: CallContext['env'] }>({ strict: false })
  const reportFailure = failureReporter(services)
  app.use('/api/*', allowExtensions())
  if (services.allowedOrigins.length > 0) app.use('/api/*', allowOrigins(services.allowedOrigins))
  for (const { endpoint, respond } of bindCalls(services)) {
    const { method, path, formerPath } = endpoint
    const name = nameOfCall(endpoint)
    const answer = (context: CallContext) => {
      noteCall(context.env?.incoming, name)
      return respond(context).finally(() => releaseBody(context.req))
    }
    app.on(method, `/api${path}`, answer)
    if (formerPath !== undefined) app.on(method, `/api${formerPath}`, answer)
  }
  app.get('/api/receipts/:number', openReceipt(services))
  app.get('/api/auth/login/single-sign-on/callback/:organization_id', answerProvider(services))
  mountScim(app, services, reportFailure)
  app.get('/api/openapi.json', preparedAnswer(apiDocument))
  if (services.showsDocs) {
    app.get('/api/docs', async () => secureHtml(await docsPage(apiDocument()), docsPolicy, 200))
  }
  // The training portal is configured at run time, not when the site is built.
  app.get('/config.json', () => jsonAnswer({ training_url: services.trainingUrl }))
  app.notFound((context) => refuse(new HttpError(unknownCall, { call: nameOf(context) })))
  app.onError((error, context) => {
    const answered = answeredError(error) ?? reportFailure(context, error)
    noteErrorCode(context.env?.incoming, answered.error.code)
    return refuse(answered)
  })
  return app
}

const goneMeanwhile = new HttpError(removedMeanwhile, {})

/** @returns undefined for a failure of the server */
function answeredError(error: Error): HttpError | undefined {
  if (error instanceof HttpError) return error
  return isReferenceViolation(error) ? goneMeanwhile : undefined
}

/** Logs the details of a failure under an id; the response contains only the id. */
function failureReporter(services: Services) {
  const { log } = services
  const noteOutage = createOutageLog(services)
  return (context: CallContext, error: Error): HttpError => {
    const incoming = context.env?.incoming
    const request = incoming === undefined ? newRequestId() : requestId(incoming)
    const call = nameOf(context)
    const refused = error instanceof UnwritableError ? error.cause : error
    if (isUnavailable(refused)) {
      noteOutage({ request, call }, refused)
      return error instanceof UnwritableError
        ? blockedUntil(writesRefused, {}, 5, { writes: false })
        : blockedUntil(unavailable, {}, 5)
    }
    log('error', 'request failed', { request, call, error: wordsForLog(refused) })
    return new HttpError(internalError, { reference: request })
  }
}

function refuse(error: HttpError): Response {
  return jsonAnswer(errorBody(error), { status: error.status, headers: error.headers })
}

function nameOf({ req }: CallContext): string {
  return `${req.method} ${req.path}`
}

// Purpose: a trace for each request, sent to a collector by the packages of OpenTelemetry.
// May import: core, http.
// Start reading: tracing.ts.

import {
  type Attributes,
  DiagLogLevel,
  defaultTextMapGetter,
  diag,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { minuteMs, secondMs } from '../core/clock.ts'
import type { Log } from '../core/log.ts'
import { isNamed, type NetworkList } from '../core/networks.ts'
import { wordsOfCause } from '../core/start-error.ts'
import { version } from '../core/version.ts'
import type { WatchRequest } from '../http/connections/access-log.ts'
import { nameOfRequest, observedCall } from '../http/connections/observed-call.ts'
import { requestId } from '../http/connections/request-id.ts'

export interface Tracing {
  readonly watchRequest: WatchRequest
  /** Sends what is left, and gives up soon where the collector does not answer. */
  readonly close: () => Promise<void>
}

/** A server that stops waits no longer for a collector. */
const timeoutMillis = 3 * secondMs

/**
 * One span for each request, named by its call. Its attributes are names from the code, the status and
 * the reference: no address, name, query or header of anyone.
 * @param endpoint where the collector listens; `v1/traces` is added
 * @param tracingProxies the networks of the proxies that say which trace a request belongs to
 */
export function createTracing(endpoint: string, tracingProxies: NetworkList, log: Log): Tracing {
  const tell = tellFailures(log)
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`
  const exporter = new OTLPTraceExporter({ url, timeoutMillis })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'aman', 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: timeoutMillis })],
  })
  const tracer = provider.getTracer('aman', version)
  const propagator = new W3CTraceContextPropagator()

  const watchRequest: WatchRequest = (request, response) => {
    const parent = isNamed(tracingProxies, request.socket.remoteAddress)
      ? propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter)
      : ROOT_CONTEXT
    const attributes = { 'aman.reference': requestId(request) }
    // Its name is known once it is answered.
    const span = tracer.startSpan('request', { kind: SpanKind.SERVER, attributes }, parent)
    response.once('close', () => {
      const name = nameOfRequest(request)
      const errorType = observedCall(request)?.errorCode
      const answered: Attributes = { 'http.response.status_code': response.statusCode }
      span.updateName(name)
      span.setAttributes({
        'aman.call': name,
        ...(response.writableFinished ? answered : { 'aman.aborted': true }),
        ...(errorType === undefined ? {} : { 'error.type': errorType }),
      })
      if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    })
  }

  return {
    watchRequest,
    close: () => provider.shutdown().catch((cause) => tell(wordsOfCause(cause))),
  }
}

/** One line a minute says that traces are lost. */
function tellFailures(log: Log): (words: string) => void {
  let loggedMs = Number.NEGATIVE_INFINITY
  const error = (words: string) => {
    if (performance.now() - loggedMs < minuteMs) return
    loggedMs = performance.now()
    log('error', 'traces are lost', { error: words })
  }
  const ignore = () => {}
  const logger = { error, warn: ignore, info: ignore, debug: ignore, verbose: ignore }
  diag.setLogger(logger, { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true })
  return error
}

import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { secondMs } from './core/clock.ts'
import { type Log, runForRequest } from './core/log.ts'
import type { Lifecycle } from './core/ports.ts'
import type { WatchRequest } from './http/connections/access-log.ts'
import {
  cannotListen,
  closeServer,
  limitConnections,
  untilLeft,
} from './http/connections/connections.ts'
import { type AnswersHost, isForOtherHost } from './http/connections/host.ts'
import {
  answerInOrder,
  endWithAnswer,
  isRepeated,
  isTooLate,
  isUnclear,
  makeLast,
  pipeliningOptions,
  rejectHost,
  rejectRequest,
} from './http/connections/reject-request.ts'
import { requestId, requestIdHeader } from './http/connections/request-id.ts'
import { setSecurityHeaders } from './http/site/security-headers.ts'
import { createSite, type Site, type SiteOptions } from './http/site/site.ts'

/** Timeouts for slow and silent clients. */
const defaultTimeouts = {
  headersTimeout: 10 * secondMs,
  requestTimeout: 30 * secondMs,
  connectionsCheckingInterval: secondMs,
  /**
   * For a client that neither reads nor sends; restarts when it reads a little. Longer than any call
   * takes, including calls that wait in vain for PostgreSQL.
   */
  silenceTimeout: 40 * secondMs,
}
const maxHeaderSize = 8192
/** With Node's default of 511 a burst of connections fills the queue, and others wait for half a minute. */
const backlog = 4096

/** The application that answers calls. */
interface App {
  readonly fetch: Parameters<typeof getRequestListener>[0]
}

interface Place {
  readonly host: string
  readonly port: number
  readonly siteDirectory: string
  readonly siteOptions?: SiteOptions
}

/** Optional dependencies, which a server in tests does without. */
interface Options {
  readonly timeouts?: typeof defaultTimeouts
  readonly mostConnections?: number
  readonly answersHost?: AnswersHost
  readonly lifecycle?: Readonly<Lifecycle>
  readonly watchers?: readonly WatchRequest[]
  readonly log?: Log
}

export interface Listening {
  readonly url: string
  /** Until the site is in memory. Throws a StartError if a file cannot be read. */
  readonly isRead: Promise<unknown>
  /** Waits a moment until proxies open no more connections. */
  untilLeft(): Promise<void>
  /** Accepts no new connections, completes running requests, and closes connections that hang. */
  close(): Promise<void>
}

/** @throws StartError if the address is not available or the site cannot be read */
export async function listen(app: App, place: Place, options: Options = {}): Promise<Listening> {
  const { timeouts = defaultTimeouts, log = () => {} } = options
  const site = createSite(place.siteDirectory, { ...place.siteOptions, log })
  const answer = createAnswer(app, site.answer, options)
  // With `requireHostHeader` Node would still process what follows a rejected request.
  const server = createServer({
    ...timeouts,
    ...pipeliningOptions,
    maxHeaderSize,
    requireHostHeader: false,
  })
  server.on('request', (request, response) => {
    if (!isTooLate(request)) answerInOrder(request, response, () => answer(request, response))
  })
  // Without this listener Node answers itself and processes what follows.
  server.on('checkExpectation', (request, response) => {
    if (isTooLate(request)) return
    answerInOrder(request, response, () => answer(request, response, 417))
  })
  server.timeout = timeouts.silenceTimeout
  limitConnections(server, options.mostConnections, log)
  const { host, port } = place
  try {
    server.listen({ port, host, backlog })
    await once(server, 'listening')
  } catch (cause) {
    throw cannotListen(`${host}:${port}`, 'PORT', cause)
  }
  return {
    url: urlOf(server, host),
    isRead: site.isRead,
    untilLeft: () => untilLeft(server),
    close: () => closeServer(server),
  }
}

type Answer = (request: IncomingMessage, response: ServerResponse, refused?: 417) => void

function createAnswer(app: App, answerPage: Site['answer'], options: Options): Answer {
  // HTTP/1.0 requests may have no host; this name replaces it in URLs.
  const answerCall = getRequestListener(app.fetch, { hostname: 'localhost' })
  const { answersHost = () => true, lifecycle, watchers = [] } = options
  return (request, response, refused) => {
    // An earlier request may have been the last one of the connection.
    if (isTooLate(request)) return
    if (lifecycle?.isLeaving && isRepeated(request)) return request.socket.destroy()
    setSecurityHeaders(request, response)
    const id = requestId(request)
    response.setHeader(requestIdHeader, id)
    for (const watch of watchers) watch(request, response)
    endWithAnswer(request, response)
    if (refused !== undefined) return rejectRequest(request, response, refused)
    if (isUnclear(request)) return rejectRequest(request, response, 400)
    // Node drops the rest of the packet after an upgrade request, and would parse the middle of the
    // next request as its start.
    if (request.headers.upgrade !== undefined) makeLast(request, response)
    // A client that keeps its connection to a stopping server would lose a late request.
    else if (lifecycle?.isStopping) response.setHeader('Connection', 'close')
    if (isForOtherHost(request, answersHost)) return rejectHost(response)
    if (!isForApp(request.url ?? '')) return answerPage(request, response)
    response.once(
      'close',
      runForRequest(id, () => void answerCall(request, response)),
    )
  }
}

function isForApp(url: string): boolean {
  return /^\/(?:api(?:[/?]|$)|config\.json(?:\?|$))/.test(url)
}

function urlOf(server: Server, host: string): string {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : address
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

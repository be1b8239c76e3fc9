import type { ImapFlow } from 'imapflow'
import { limits } from '../../../contract/core/limits.ts'
import type { MailboxProblem, MailboxSecurity } from '../../../contract/mailboxes/mailbox.ts'
import { minuteMs, secondMs } from '../../core/clock.ts'
import { findCallableAddress, OutboundError } from '../../core/outbound-fetch.ts'
import { version } from '../../core/version.ts'
import type { MailServers } from '../../http/mail-servers.ts'

/** A server that says no for now says so; any other refusal is that of the password. */
const passing = new Set(['UNAVAILABLE', 'INUSE', 'LIMIT', 'SERVERBUG', 'CONTACTADMIN'])
const ofCertificate = /^(?:CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT|HOSTNAME_MISMATCH)/
const ofTls = /^(?:ERR_SSL|EPROTO)/
const ofProtocol =
  /^(?:ParserError|Line|Literal|Response|TooMany|Invalid|UnexpectedTag|MissingTag|MAX_IMAP|GREETING)/

/** A mail server that could not be used; every other error is not its fault. */
export class MailServerError extends Error {
  override name = 'MailServerError'
  readonly problem: MailboxProblem

  constructor(problem: MailboxProblem, cause: unknown) {
    super(`the mail server cannot be used: ${problem}`, { cause })
    this.problem = problem
  }
}

/** Whether a server was asked, and said no to who asked. */
export function isRefusal(cause: unknown): boolean {
  return cause instanceof MailServerError && cause.problem === 'password'
}

/** Whether a server said no to who asked, also if only for now: some say so of a token that was ended. */
export function saidNo(cause: unknown): boolean {
  return cause instanceof MailServerError && fieldsOf(cause.cause).authenticationFailed === true
}

/** @param cause thrown by the library or the guard */
function asMailServerError(cause: unknown): MailServerError {
  return cause instanceof MailServerError ? cause : new MailServerError(problemOf(cause), cause)
}

function problemOf(cause: unknown): MailboxProblem {
  if (cause instanceof OutboundError) {
    return cause.problem === 'not_allowed' ? 'not_allowed' : 'unreachable'
  }
  const { code, authenticationFailed, serverResponseCode, tlsFailed } = fieldsOf(cause)
  if (authenticationFailed === true) {
    return passing.has(String(serverResponseCode)) ? 'unreachable' : 'password'
  }
  if (ofCertificate.test(String(code))) return 'certificate'
  if (tlsFailed === true || ofTls.test(String(code))) return 'no_tls'
  return ofProtocol.test(String(code)) ? 'not_imap' : 'unreachable'
}

function fieldsOf(cause: unknown): Readonly<Record<string, unknown>> {
  return typeof cause === 'object' && cause !== null ? { ...cause } : {}
}

/** A header field, its key in lower case and its lines joined. */
export interface Header {
  readonly key: string
  readonly value: string
}

/** More than any honest mail has of the lines that are asked for. */
const mostBytes = 200_000

/** The header fields of a block, in their order; bytes are read as Latin-1, which changes none. */
export function readHeaders(block: Buffer | undefined): Header[] {
  if (block === undefined) return []
  const text = block.subarray(0, mostBytes).toString('latin1')
  return text
    .replaceAll(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
    .flatMap((line) => {
      const end = line.indexOf(':')
      if (end <= 0) return []
      return [{ key: line.slice(0, end).trim().toLowerCase(), value: line.slice(end + 1).trim() }]
    })
}

export interface ImapServer {
  readonly host: string
  readonly port: number
  readonly security: MailboxSecurity
  readonly username: string
}

/** The token is for XOAUTH2 or OAUTHBEARER, the login of another one for proxy authorization. */
export type Credential =
  | { readonly pass: string; readonly login?: never }
  | { readonly pass: string; readonly login: string }
  | { readonly accessToken: string; readonly login?: never }

export interface Connection {
  readonly client: ImapFlow
  /** The code of the last refusal of a command, for instance OVERQUOTA; the library only says that it failed. */
  readonly lastRefusal: () => string | undefined
  readonly patienceMs: number
}

/** For one command; a server that goes on talking without an end is cut off. */
const usualPatienceMs = 30 * secondMs
/** Far more than 200 honest headers have; an answer is in memory as a whole. */
const usualBytes = 8_000_000
const lookEveryMs = 100

/**
 * Signs in at the server of a mailbox. The connection is always encrypted and its certificate checked, and
 * it goes to the very address that was found to be allowed.
 * @throws MailServerError
 */
export async function openImap(
  { privateNetworks, ca, patienceMs = usualPatienceMs }: MailServers,
  { host, port, security, username }: ImapServer,
  credential: Credential,
): Promise<Connection> {
  const address = await findCallableAddress(host, { privateNetworks }).catch((cause: unknown) => {
    throw asMailServerError(cause)
  })
  // Loaded only where it is used, because it takes memory.
  const { ImapFlow } = await import('imapflow')
  let refusal: string | undefined
  const ignore = () => {}
  const logger = {
    trace: ignore,
    debug: ignore,
    info: ignore,
    error: ignore,
    // The only place where it tells.
    warn: ({ err }: { readonly err?: Refusal }) => {
      refusal = err === undefined ? undefined : codeOf(err)
    },
  }
  const client = new ImapFlow({
    host: address,
    servername: host,
    port,
    secure: security === 'tls',
    // Otherwise who is between could hide STARTTLS and read the password.
    ...(security === 'tls' ? {} : { doSTARTTLS: true }),
    auth:
      credential.login === undefined
        ? { user: username, ...credential }
        : {
            user: credential.login,
            pass: credential.pass,
            authzid: username,
            // No other method names the mailbox.
            loginMethod: 'AUTH=PLAIN',
          },
    tls: { minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) },
    clientInfo: { name: 'Aman', version },
    logger,
    disableAutoIdle: true,
    // Unpacked data could be much larger than what came.
    disableCompression: true,
    connectionTimeout: patienceMs / 2,
    greetingTimeout: patienceMs / 2,
    // Longer than between two looks: at its end the library would end IDLE.
    socketTimeout: 3 * minuteMs,
    maxLineLength: 1_000_000,
    maxLiteralSize: limits.analysedMailBytes,
    maxResponseSize: limits.analysedMailBytes + 1_000_000,
    maxResponseTokens: 100_000,
  })
  // Without a listener it would end the process; what was asked for fails by itself.
  client.on('error', () => {})
  await within(client, client.connect(), 2 * patienceMs)
  if (credential.login !== undefined && !hasNamedMailbox(client)) {
    client.close()
    throw new MailServerError('password', new Error('the server has no AUTH=PLAIN'))
  }
  return { client, lastRefusal: () => refusal, patienceMs }
}

/**
 * Without AUTH=PLAIN the library signs in with LOGIN as the administrator, whose own mail would then be taken for
 * that of another. Its types do not name the map of what was used.
 */
function hasNamedMailbox(client: ImapFlow): boolean {
  const used: unknown = Reflect.get(client, 'authCapabilities')
  return used instanceof Map && used.get('AUTH=PLAIN') === true
}

interface Refusal {
  readonly serverResponseCode?: string
  readonly responseText?: string
}

/** Cyrus and Courier say in words alone that a mailbox is full. */
function codeOf({ serverResponseCode, responseText = '' }: Refusal): string | undefined {
  return /\bquota\b/i.test(responseText) ? 'OVERQUOTA' : serverResponseCode
}

/**
 * Closes the connection if the answer takes too long, or is too large.
 * @throws MailServerError
 */
export async function within<Result>(
  client: ImapFlow,
  answer: Promise<Result>,
  limitMs = usualPatienceMs,
  mostBytes = usualBytes,
): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const giveUp = (problem: MailboxProblem, words: string) => {
    client.close()
    reject(new MailServerError(problem, new Error(words)))
  }
  const timer = setTimeout(() => giveUp('unreachable', 'the mail server is too slow'), limitMs)
  const before = client.stats().received
  const meter = setInterval(() => {
    const isLarger = client.stats().received - before > mostBytes
    if (isLarger) giveUp('not_imap', 'the mail server answers with too much')
  }, lookEveryMs)
  try {
    return await Promise.race([answer, promise])
  } catch (cause) {
    throw asMailServerError(cause)
  } finally {
    clearTimeout(timer)
    clearInterval(meter)
    // The loser of the race may fail later.
    answer.catch(() => {})
  }
}

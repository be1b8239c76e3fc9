import type { MailboxProblem } from '../../../contract/mailboxes/mailbox.ts'
import { OutboundError } from '../../core/outbound-fetch.ts'

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
export function asMailServerError(cause: unknown): MailServerError {
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

import { type KeyObject, verify } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:https'
import { text } from 'node:stream/consumers'
import type { MailProviders } from '../../../server/http/mail-servers.ts'
import { listenLocally } from '../listen-locally.ts'
import { makeCertificate } from '../server/certificate.ts'

export const serviceAccount = 'aman@clinic-mail.iam.gserviceaccount.com'
export const application = {
  tenant: '7d0c1f0e-5a3b-4c55-9d2a-0f6c1b2a3d4e',
  client_id: '1b2a3d4e-0f6c-4c55-9d2a-7d0c1f0e5a3b',
  client_secret: 'a~secret with ~ and +',
}

/** A refusal, as providers answer it. */
interface Refused {
  readonly status: number
  readonly error: string
}

export interface TokenEndpoint extends AsyncDisposable {
  readonly issuer: string
  readonly ca: string
  readonly placesAt: (port: number) => MailProviders
  /** The public key of the service account, and its mailboxes. */
  key: KeyObject | undefined
  readonly mailboxes: Set<string>
  /** Answers so to all that ask for a token; undefined to judge them. */
  refuses: Refused | undefined
  isDown: boolean
  /** How often it was called while it was down. */
  readonly missed: () => number
  /** How many tokens were given. */
  readonly given: () => number
  /** Ends all tokens before their time. @param answer the status with which a mail server is told of them */
  endTokens(answer?: number): void
}

/**
 * The token endpoints of Google and Microsoft by their public descriptions, and an introspection endpoint for
 * Dovecot, which is told whose mailboxes a token opens.
 */
export async function startTokenEndpoint(now: () => Date): Promise<TokenEndpoint> {
  const certificate = await makeCertificate()
  const tokens = new Map<string, string>()
  let given = 0
  let missed = 0
  let ended = 200
  const server = createServer(certificate, async (incoming, outgoing) => {
    if (endpoint.isDown) {
      missed += 1
      incoming.socket.destroy()
      return
    }
    const { status, body } = await answerTo(incoming)
    outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  const listening = await listenLocally(server)
  const issuer = `https://127.0.0.1:${listening.port}`

  async function answerTo(incoming: IncomingMessage) {
    const { method, url = '', headers } = incoming
    if (url.startsWith('/introspect')) {
      const token = String(headers.authorization).replace(/^Bearer /, '')
      const sub = tokens.get(token) ?? 'ended@ended.example'
      return { status: tokens.has(token) ? 200 : ended, body: { sub } }
    }
    const form = new URLSearchParams(await text(incoming))
    const isForm =
      method === 'POST' &&
      /^application\/x-www-form-urlencoded\b/.test(headers['content-type'] ?? '')
    if (!isForm) return refused(400, 'invalid_request')
    if (endpoint.refuses !== undefined) {
      return refused(endpoint.refuses.status, endpoint.refuses.error)
    }
    return url === '/token' ? google(form) : microsoft(url, form)
  }

  function google(form: URLSearchParams) {
    const { grant_type, assertion = '', ...others } = Object.fromEntries(form)
    const isGrant = grant_type === 'urn:ietf:params:oauth:grant-type:jwt-bearer'
    if (!isGrant || Object.keys(others).length > 0) return refused(400, 'unsupported_grant_type')
    const [header = '', claims = '', signature = '', ...more] = assertion.split('.')
    const signed = Buffer.from(`${header}.${claims}`)
    const isSigned =
      endpoint.key !== undefined &&
      more.length === 0 &&
      verify('sha256', signed, endpoint.key, Buffer.from(signature, 'base64url'))
    const isOfKind = JSON.stringify(read(header)) === JSON.stringify({ alg: 'RS256', typ: 'JWT' })
    if (!isSigned || !isOfKind) return refused(400, 'invalid_grant')
    const { iss, sub, scope, aud, iat, exp, ...rest } = read(claims)
    const seconds = Math.floor(now().getTime() / 1000)
    const isRight =
      iss === serviceAccount &&
      aud === `${issuer}/token` &&
      Math.abs(Number(iat) - seconds) <= 60 &&
      Number(exp) - Number(iat) === 3600 &&
      Object.keys(rest).length === 0
    if (!isRight || !endpoint.mailboxes.has(String(sub))) return refused(400, 'invalid_grant')
    if (scope !== 'https://mail.google.com/') return refused(401, 'unauthorized_client')
    return token(String(sub))
  }

  function microsoft(url: string, form: URLSearchParams) {
    const { grant_type, client_id, client_secret, scope, ...others } = Object.fromEntries(form)
    if (url !== `/${application.tenant}/oauth2/v2.0/token`) return refused(400, 'invalid_request')
    const isGrant = grant_type === 'client_credentials' && Object.keys(others).length === 0
    if (!isGrant) return refused(400, 'unsupported_grant_type')
    if (scope !== 'https://outlook.office365.com/.default') return refused(400, 'invalid_scope')
    if (client_id !== application.client_id) return refused(400, 'unauthorized_client')
    if (client_secret !== application.client_secret) return refused(401, 'invalid_client')
    // For Dovecot, which compares domains.
    return token('application@olive.example')
  }

  function token(opens: string) {
    given += 1
    const access_token = `token-${given}-${'x'.repeat(40)}`
    tokens.set(access_token, opens)
    return { status: 200, body: { access_token, expires_in: 3599, token_type: 'Bearer' } }
  }

  const endpoint: TokenEndpoint = {
    ...listening,
    issuer,
    ca: certificate.cert,
    placesAt: (imapPort) => {
      const at = { host: 'localhost', port: imapPort }
      return {
        google: { ...at, tokenEndpoint: `${issuer}/token` },
        microsoft: { ...at, tokenEndpoint: `${issuer}/{tenant}/oauth2/v2.0/token` },
      }
    },
    key: undefined,
    mailboxes: new Set(),
    refuses: undefined,
    isDown: false,
    missed: () => missed,
    given: () => given,
    endTokens(answer = 200) {
      ended = answer
      tokens.clear()
    },
  }
  return endpoint
}

function refused(status: number, error: string) {
  return { status, body: { error, error_description: `refused: ${error}` } }
}

function read(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString())
}

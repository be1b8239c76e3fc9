import { createPrivateKey, sign } from 'node:crypto'
import * as client from 'openid-client'
import * as v from 'valibot'
import { filledLine } from '../../../contract/core/basic.ts'
import { limits } from '../../../contract/core/limits.ts'
import {
  type CredentialRefusal,
  notAKeyFile,
} from '../../../contract/mailboxes/provider-refusals.ts'
import { hourMs, minuteMs, secondMs } from '../../core/clock.ts'
import { HttpError } from '../../core/http-error.ts'
import type { MailboxCredentials } from '../../database/tables/mail.ts'
import type { MailProviders } from '../../http/mail-servers.ts'
import type { Services } from '../../http/services.ts'
import { MailServerError } from '../imap/open-imap.ts'
import { fetchOf } from './applications.ts'

/* Tokens with which the credential of an organization opens mailboxes at Google and Microsoft. */

export type ProviderKind = keyof MailProviders

/** By their public descriptions; nothing that is entered names another place. */
const publicProviders: MailProviders = {
  google: {
    host: 'imap.gmail.com',
    port: 993,
    tokenEndpoint: 'https://oauth2.googleapis.com/token',
  },
  microsoft: {
    host: 'outlook.office365.com',
    port: 993,
    tokenEndpoint: 'https://login.microsoftonline.com/{tenant}/oauth2/v2.0/token',
  },
}

export function providersOf({ mailServers }: Pick<Services, 'mailServers'>): MailProviders {
  return mailServers.providers ?? publicProviders
}

const keyFile = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    type: v.literal('service_account'),
    client_email: v.pipe(filledLine(limits.email), v.includes('@')),
    private_key: v.pipe(v.string(), v.check(isSigningKey)),
  }),
)

/** Others of its fields are not read, for instance which token endpoint it names. @throws HttpError 422 */
export function readKeyFile(text: string): { readonly login: string; readonly secret: string } {
  const read = v.safeParse(keyFile, text)
  if (!read.success) throw new HttpError(notAKeyFile, {})
  return { login: read.output.client_email, secret: read.output.private_key }
}

/** A longer one would hold up everyone at each signature. */
function isSigningKey(pem: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails: { modulusLength = 0 } = {} } =
      createPrivateKey(pem)
    return asymmetricKeyType === 'rsa' && modulusLength >= 2048 && modulusLength <= 4096
  } catch {
    return false
  }
}

/** The token endpoint refused, or could not be asked. */
export class TokenError extends MailServerError {
  override name = 'TokenError'
  readonly host: string
  /** Undefined where it could not be asked, which does not count as a refusal. */
  readonly refusal: CredentialRefusal | undefined

  constructor(host: string, refusal: CredentialRefusal | undefined, cause: unknown) {
    super(refusal === undefined ? 'unreachable' : 'password', cause)
    this.host = host
    this.refusal = refusal
  }
}

/** Why the provider refused: at its token endpoint, or else at its mail server. */
export function refusalOf(kind: ProviderKind, cause: unknown): CredentialRefusal {
  const refusal = cause instanceof TokenError ? cause.refusal : undefined
  return refusal ?? `${kind}_mailbox_refused`
}

/** The secret is the password, private key or client secret. */
export interface OpenedCredential
  extends Pick<MailboxCredentials, 'organization_id' | 'kept_at' | 'kind' | 'login' | 'tenant'> {
  readonly secret: string
}

export interface Token {
  readonly accessToken: string
  /** Shortly before its end, in milliseconds. */
  readonly until: number
}

type Place = Pick<Services, 'clock' | 'mailServers' | 'outboundFetch'>

/** Google gives a token for one mailbox, Microsoft one for the organization. @throws TokenError */
export async function getToken(
  place: Place,
  credential: OpenedCredential,
  username: string,
): Promise<Token> {
  const kind = credential.kind === 'microsoft' ? 'microsoft' : 'google'
  const tokenEndpoint = providersOf(place)[kind].tokenEndpoint.replace(
    '{tenant}',
    credential.tenant ?? '',
  )
  const now = place.clock().getTime()
  const ask = { google: askGoogle, microsoft: askMicrosoft }[kind]
  const configuration = (authentication: client.ClientAuth) => {
    const metadata = { issuer: new URL(tokenEndpoint).origin, token_endpoint: tokenEndpoint }
    const made = new client.Configuration(metadata, credential.login, {}, authentication)
    made[client.customFetch] = fetchOf(place.outboundFetch)
    return made
  }
  try {
    const { access_token, expires_in = 0 } = await ask(configuration, credential, {
      ...{ username, tokenEndpoint, now },
    })
    const lifeMs = Math.min(expires_in * secondMs, hourMs)
    return { accessToken: access_token, until: now + lifeMs - minuteMs }
  } catch (cause) {
    throw new TokenError(new URL(tokenEndpoint).host, refusalIn(kind, cause), cause)
  }
}

type Configure = (authentication: client.ClientAuth) => client.Configuration

interface Asked {
  readonly username: string
  readonly tokenEndpoint: string
  readonly now: number
}

/** RFC 7523, for the user that `sub` names. */
function askGoogle(
  configure: Configure,
  { login, secret }: OpenedCredential,
  { username, tokenEndpoint, now }: Asked,
) {
  const iat = Math.floor(now / secondMs)
  const parts = [
    { alg: 'RS256', typ: 'JWT' },
    {
      ...{ iss: login, sub: username, scope: 'https://mail.google.com/', aud: tokenEndpoint },
      ...{ iat, exp: iat + hourMs / secondMs },
    },
  ]
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  const signed = text.join('.')
  const signature = sign('sha256', Buffer.from(signed), secret).toString('base64url')
  return client.genericGrantRequest(
    // The assertion alone says who asks.
    configure(() => {}),
    'urn:ietf:params:oauth:grant-type:jwt-bearer',
    { assertion: `${signed}.${signature}` },
  )
}

function askMicrosoft(configure: Configure, { secret }: OpenedCredential) {
  return client.clientCredentialsGrant(configure(client.ClientSecretPost(secret)), {
    scope: 'https://outlook.office365.com/.default',
  })
}

/** @returns undefined where the provider did not say no for good */
function refusalIn(kind: ProviderKind, cause: unknown): CredentialRefusal | undefined {
  if (!(cause instanceof client.ResponseBodyError) || cause.status === 429) return undefined
  const { error } = cause
  if (['temporarily_unavailable', 'server_error'].includes(error)) return undefined
  if (kind === 'microsoft') {
    return error === 'invalid_client' ? 'microsoft_secret_refused' : 'microsoft_application_unknown'
  }
  const isOfScope = ['unauthorized_client', 'access_denied', 'invalid_scope'].includes(error)
  return isOfScope ? 'google_not_delegated' : 'google_key_refused'
}

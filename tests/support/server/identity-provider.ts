import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, request } from 'node:https'
import { text } from 'node:stream/consumers'
import Provider, { type KoaContextWithOIDC } from 'oidc-provider'
import { listenLocally } from '../listen-locally.ts'
import { makeCertificate } from './certificate.ts'

/** The person at the keyboard, as the provider describes them. */
export interface Account {
  readonly sub: string
  readonly [claim: string]: unknown
}

/** A client's registration; the next one replaces it. */
interface Registration {
  readonly redirectUri: string
  /** Whether the claims are only in the answer of the userinfo endpoint. */
  readonly isThin?: boolean
}

const client = { id: 'aman', secret: 'a secret of the client, with ~ and +' }

export type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>

/** A browser signs in with a name alone. */
const signInPage = `<!doctype html><html lang="en"><title>Provider</title><link rel="icon" href="data:,">
<form method="post"><label>Name <input name="name" autofocus></label>
<button>Continue</button><button name="cancel" value="yes">Cancel</button></form></html>`

/**
 * A real provider of OpenID Connect (oidc-provider) by HTTPS on this machine.
 * @param accountOf what it says about a name that is entered on its page
 */
export async function startIdentityProvider(
  accountOf: (name: string) => Account = (name) => ({ sub: name }),
) {
  const certificate = await makeCertificate()
  const server = createServer(certificate)
  const listening = await listenLocally(server)
  const issuer = `https://127.0.0.1:${listening.port}`
  let key = newKey()
  const accounts = new Map<string, Account>()
  const grants: { destroy(): Promise<void> }[] = []
  let registration: Registration = { redirectUri: 'https://aman.example/' }
  let provider = create()

  function create(): Provider {
    const created: Provider = new Provider(issuer, {
      clients: [
        {
          client_id: client.id,
          client_secret: client.secret,
          redirect_uris: [registration.redirectUri],
          grant_types: ['authorization_code', 'refresh_token'],
          token_endpoint_auth_method: 'client_secret_post',
          id_token_signed_response_alg: 'ES256',
        },
      ],
      jwks: { keys: [{ ...key.privateKey.export({ format: 'jwk' }), kid: key.kid, use: 'sig' }] },
      enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
      claims: { openid: ['sub'], email: ['email', 'email_verified', 'hd', 'xms_edov'] },
      conformIdTokenClaims: registration.isThin ?? false,
      cookies: { keys: ['a key of cookies'] },
      // The defaults are announced on standard output.
      ttl: {
        RefreshToken: 600,
        Interaction: 600,
        Grant: 600,
        Session: 600,
        AccessToken: 600,
        IdToken: 600,
      },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      findAccount: (_context, accountId) => ({ accountId, claims: () => accountWithId(accountId) }),
      // Every user has agreed to everything.
      async loadExistingGrant({ oidc }: KoaContextWithOIDC) {
        const grant: InstanceType<Provider['Grant']> = new created.Grant({
          clientId: client.id,
          accountId: oidc.session?.accountId ?? '',
        })
        grant.addOIDCScope('openid email offline_access')
        grants.push(grant)
        await grant.save()
        return grant
      },
    })
    return created
  }

  function accountWithId(id: string): Account {
    return accounts.get(id) ?? accountOf(id)
  }

  async function signIn(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(incoming))
    const result = form.has('cancel')
      ? { error: 'access_denied' }
      : { login: { accountId: form.get('name') ?? '' }, consent: {} }
    await provider.interactionFinished(incoming, outgoing, result)
  }

  server.on('request', (incoming, outgoing) => {
    if (!incoming.url?.startsWith('/interaction/')) void provider.callback()(incoming, outgoing)
    else if (incoming.method === 'POST') void signIn(incoming, outgoing)
    else outgoing.setHeader('Content-Type', 'text/html').end(signInPage)
  })

  return {
    ...listening,
    issuer,
    ca: certificate.cert,
    clientId: client.id,
    clientSecret: client.secret,

    register(next: Registration): void {
      registration = next
      provider = create()
    },

    /** Users take back what they agreed to. */
    async withdrawConsents(): Promise<void> {
      for (const grant of grants.splice(0)) await grant.destroy()
    },

    /** The old key is gone, as after an emergency. */
    rotateKey(): void {
      key = newKey()
      provider = create()
    },

    /**
     * Visits the page of the provider as this user.
     * @returns the address of the client that the browser is sent to
     */
    async visit(url: string, user: Account): Promise<string> {
      accounts.set(user.sub, user)
      const cookies = new Map<string, string>()
      let next = url
      while (next.startsWith(issuer)) {
        const { headers } = await send(next, {
          ca: certificate.cert,
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          // The provider's page; every other address only redirects.
          name: new URL(next).pathname.startsWith('/interaction/') ? user.sub : undefined,
        })
        for (const set of headers['set-cookie'] ?? []) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
          cookies.set(name, value)
        }
        if (headers.location === undefined) throw new Error(`${next} leads nowhere`)
        next = new URL(headers.location, next).href
      }
      return next
    },

    /** An ID token with the provider's own signature, whatever it claims. */
    signToken: (claims: object) => signToken(claims, key),
  }
}

interface Key {
  readonly kid: string
  readonly privateKey: KeyObject
}

let keys = 0

/** A key that is not the provider's, until it is given to it. */
export function newKey(): Key {
  keys += 1
  return { kid: `key-${keys}`, ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) }
}

/** With ES256, or without a signature. */
export function signToken(claims: object, key: Key | undefined): string {
  const header = key === undefined ? { alg: 'none' } : { alg: 'ES256', kid: key.kid }
  const text = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  if (key === undefined) return `${text}.`
  const signature = sign('sha256', Buffer.from(text), {
    key: key.privateKey,
    dsaEncoding: 'ieee-p1363',
  })
  return `${text}.${signature.toString('base64url')}`
}

interface Sent {
  readonly ca: string
  readonly cookie: string
  /** The name for the provider's page, which is then posted. */
  readonly name: string | undefined
}

async function send(url: string, { ca, cookie, name }: Sent): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const method = name === undefined ? 'GET' : 'POST'
  request(url, { method, ca, headers: { cookie }, agent: false }, resolve)
    .on('error', reject)
    .end(name === undefined ? undefined : String(new URLSearchParams({ name })))
  const answer = await promise
  answer.resume()
  await once(answer, 'end')
  return answer
}

import * as v from 'valibot'
import { beginSingleSignOnEndpoint } from '../../../contract/sign-in/begin-single-sign-on.ts'
import { signedIn } from '../../../contract/sign-in/sign-in-with-password.ts'
import type { SignInMode } from '../../../contract/sign-in/single-sign-on-fields.ts'
import { createOutboundFetch } from '../../../server/core/outbound-fetch.ts'
import type { IdentityProviders } from '../../../server/database/tables/organizations.ts'
import type { Services } from '../../../server/http/services.ts'
import { approveDomain } from '../../../server/organizations/domains.ts'
import { secretPlace } from '../../../server/sign-in/single-sign-on/provider.ts'
import { type MadeUser, makeOrganization, makeUser } from '../worlds/factories.ts'
import type { Account, IdentityProvider } from './identity-provider.ts'
import type { CallOptions } from './request.ts'
import { createTestServer, type TestServer } from './server.ts'

export const publicUrl = 'https://aman.example'
export const password = 'violet kettle drum'

/** Changes what a provider answers: the body of the answer from one of its addresses. */
export type Tamper = (url: string, body: string) => string

export interface Firm {
  readonly organizationId: string
  readonly domain: string
  readonly user: MadeUser
  /** The provider's description of the user. */
  readonly account: Account
}

export interface SignOnScene extends AsyncDisposable {
  readonly server: TestServer
  readonly provider: IdentityProvider
  readonly firm: Firm
  tamperWith(change: Tamper | undefined): void
}

/** A server, a provider and an organization with one user who is not linked yet. */
export async function startSignOn(
  provider: IdentityProvider,
  services: Partial<Services> = {},
): Promise<SignOnScene> {
  let tamper: Tamper | undefined
  const fetchGuarded = createOutboundFetch({ privateNetworks: '127.0.0.0/8', ca: provider.ca })
  const server = await createTestServer({
    services: {
      publicUrl,
      async outboundFetch(url, options) {
        const answer = await fetchGuarded(url, options)
        if (tamper === undefined) return answer
        const { status, headers } = answer
        return new Response(tamper(url, await answer.text()), { status, headers })
      },
      ...services,
    },
  })
  // Tokens of the provider carry the real time.
  server.clock.pass(Date.now() - server.clock().getTime())
  const firm = await makeFirm(server, provider, 'firm.example')
  provider.register({ redirectUri: redirectUriOf(firm) })
  return {
    server,
    provider,
    firm,
    tamperWith(change) {
      tamper = change
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

export function redirectUriOf({ organizationId }: Firm): string {
  return `${publicUrl}/api/auth/login/single-sign-on/callback/${organizationId}`
}

export async function makeFirm(
  server: TestServer,
  provider: Pick<IdentityProvider, 'issuer' | 'clientId' | 'clientSecret'>,
  domain: string,
): Promise<Firm> {
  const organizationId = await makeOrganization(server)
  const operator = { actor_id: null, actor_role: 'operator', address: '' } as const
  await approveDomain(server, organizationId, domain, operator)
  await setProvider(server, organizationId, provider)
  const user = await makeUser(server, { organizationId, email: `rania@${domain}`, password })
  const account = { sub: `rania-of-${domain}`, email: user.email, email_verified: true }
  return { organizationId, domain, user, account }
}

async function setProvider(
  { database, clock, services }: TestServer,
  organization_id: string,
  {
    issuer,
    clientId,
    clientSecret,
  }: Pick<IdentityProvider, 'issuer' | 'clientId' | 'clientSecret'>,
): Promise<void> {
  await database
    .insertInto('identity_providers')
    .values({
      organization_id,
      mode: 'optional',
      issuer,
      client_id: clientId,
      sealed_secret: services.sealer?.seal(clientSecret, secretPlace(organization_id)) ?? '',
      break_glass_user_id: null,
      changed_at: clock().toISOString(),
    })
    .execute()
}

export async function changeProvider(
  { database }: TestServer,
  { organizationId }: Firm,
  change: Partial<Pick<IdentityProviders, 'issuer' | 'break_glass_user_id'>> & {
    readonly mode?: SignInMode
  },
): Promise<void> {
  await database
    .updateTable('identity_providers')
    .set(change)
    .where('organization_id', '=', organizationId)
    .execute()
}

/** A browser with its own cookies. */
export function openBrowser({ server }: Pick<SignOnScene, 'server'>) {
  const cookies = new Map<string, string>()
  const withCookies = (options: CallOptions = {}): CallOptions => ({
    ...options,
    headers: {
      ...options.headers,
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
  })
  const keep = <Answer extends { readonly headers: Headers }>(answer: Answer): Answer => {
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    return answer
  }
  const path = '/api/auth/login/single-sign-on'
  return {
    cookies,
    begin: async (login: string, options: CallOptions = {}) =>
      keep(await server.post(path, withCookies({ ...options, body: { login } }))),
    confirm: async (token: string) =>
      keep(await server.post(`${path}/confirm`, withCookies({ token }))),
    /** @returns the fragment that the site's page gets, by name */
    async comeBack(url: string): Promise<Record<string, string>> {
      const { pathname, search } = new URL(url)
      const { status, headers } = await server.get(`${pathname}${search}`, withCookies())
      if (status !== 303) throw new Error(`the callback answered ${status}`)
      const to = new URL(headers.get('location') ?? '')
      return Object.fromEntries(new URLSearchParams(to.hash.slice(1)))
    },
    finish: async (code = '') =>
      keep(await server.post(`${path}/finish`, withCookies({ body: { code } }))),
  }
}

type Browser = ReturnType<typeof openBrowser>

/** From the sign-in page to the provider, and back. @returns the fragment of the site's page */
export async function goToProvider(
  { provider, firm }: SignOnScene,
  browser: Browser,
  account: Account = firm.account,
): Promise<Record<string, string>> {
  const begun = await browser.begin(firm.user.email)
  const { url } = begun.output(beginSingleSignOnEndpoint)
  return browser.comeBack(await provider.visit(url, account))
}

/** The whole way. @returns the access token */
export async function signOn(
  scene: SignOnScene,
  browser: Browser = openBrowser(scene),
  account: Account = scene.firm.account,
): Promise<string> {
  const { 'single-sign-on': code } = await goToProvider(scene, browser, account)
  const answer = await browser.finish(code)
  return v.parse(signedIn, answer.body).access_token
}

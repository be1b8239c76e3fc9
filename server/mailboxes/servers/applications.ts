import * as client from 'openid-client'
import type { OutboundFetch } from '../../core/outbound-fetch.ts'
import type { MailApplication } from '../../core/setting-values.ts'

interface Provider {
  readonly host: string
  /** For addresses and scopes that the provider describes publicly; it is not asked for them. */
  readonly metadata: client.ServerMetadata
  readonly scope: string
  readonly parameters: Readonly<Record<string, string>>
}

const providers: Readonly<Record<string, Provider>> = {
  google: {
    host: 'imap.gmail.com',
    metadata: {
      issuer: 'https://accounts.google.com',
      authorization_endpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
      token_endpoint: 'https://oauth2.googleapis.com/token',
    },
    scope: 'https://mail.google.com/',
    parameters: { access_type: 'offline', prompt: 'consent' },
  },
  microsoft: {
    host: 'outlook.office365.com',
    metadata: {
      issuer: 'https://login.microsoftonline.com/common/v2.0',
      authorization_endpoint: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
      token_endpoint: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
    },
    scope: 'https://outlook.office.com/IMAP.AccessAsUser.All offline_access',
    parameters: {},
  },
}

/** @returns undefined where the operator has registered none for this server */
export function applicationFor(
  applications: readonly MailApplication[],
  host: string,
): MailApplication | undefined {
  return applications.find(({ at }) => (providers[at]?.host ?? at) === host)
}

export interface OpenApplication extends Pick<Provider, 'scope' | 'parameters'> {
  readonly configuration: client.Configuration
}

/** The guarded one, for the library. */
export function fetchOf(outboundFetch: OutboundFetch): client.CustomFetch {
  return (url, { body, headers, method, signal }) =>
    outboundFetch(url, { body, headers, method, signal })
}

/** @throws an error of the library or an OutboundError */
export async function openApplication(
  outboundFetch: OutboundFetch,
  { at, clientId, clientSecret, issuer }: MailApplication,
): Promise<OpenApplication> {
  const customFetch = fetchOf(outboundFetch)
  const authentication = client.ClientSecretPost(clientSecret)
  const known = providers[at]
  if (known !== undefined) {
    const { metadata, scope, parameters } = known
    const secret = { client_secret: clientSecret }
    const configuration = new client.Configuration(metadata, clientId, secret, authentication)
    configuration[client.customFetch] = customFetch
    return { configuration, scope, parameters }
  }
  const configuration = await client.discovery(
    new URL(issuer ?? `https://${at}`),
    clientId,
    { client_secret: clientSecret },
    authentication,
    { [client.customFetch]: customFetch },
  )
  return {
    configuration,
    scope: 'openid email offline_access',
    parameters: { prompt: 'consent' },
  }
}

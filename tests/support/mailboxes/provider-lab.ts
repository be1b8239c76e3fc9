import { generateKeyPairSync } from 'node:crypto'
import { chmod, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { minuteMs } from '../../../server/core/clock.ts'
import { createOutboundFetch } from '../../../server/core/outbound-fetch.ts'
import type { StartedImap } from '../../../tools/mail-lab/imap-place.ts'
import { makeCertificate } from '../server/certificate.ts'
import {
  type CredentialScene,
  makeCredentialScene,
  startCredentialServer,
  stoppedWith,
} from './credential-lab.ts'
import { startImap } from './lab.ts'
import {
  application,
  serviceAccount,
  startTokenEndpoint,
  type TokenEndpoint,
} from './token-endpoint.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const privateKeyText = privateKey.export({ type: 'pkcs8', format: 'pem' })

/** As the Google Cloud console makes it, but for where it would have tokens asked for. */
export const keyFile = {
  type: 'service_account',
  project_id: 'clinic-mail',
  private_key_id: '370ab79b4513eb9bad7c9bd16a95cb76b5b2a56a',
  private_key: privateKeyText,
  client_email: serviceAccount,
  client_id: '104029292853099978293',
  token_uri: 'https://elsewhere.example/token',
}

export type ProviderLabKind = 'google' | 'microsoft'

export interface ProviderLab extends AsyncDisposable, CredentialScene {
  readonly imap: StartedImap
  readonly endpoint: TokenEndpoint
  /** Enters the credential as one does for its kind, checked with the mailbox of rania. */
  enterKey(more?: object): Promise<{ readonly status: number; readonly code?: string | undefined }>
  /** Until tokens end; meanwhile the session of the admin is used. */
  passHour(): Promise<void>
  /** Ends all connections. */
  restart(): Promise<void>
}

/** Debian's Dovecot, which asks about each token, with the mailboxes rania, omar and sami, and none of ghost. */
export async function startProviderLab(kind: ProviderLabKind): Promise<ProviderLab> {
  await using started = new AsyncDisposableStack()
  const certificate = await makeCertificate()
  let now = () => new Date()
  const endpoint = started.use(await startTokenEndpoint(() => now()))
  endpoint.key = publicKey
  for (const name of ['rania', 'omar', 'sami']) endpoint.mailboxes.add(`${name}@olive.example`)
  const files = started.use(await mkdtempDisposable(join(tmpdir(), 'aman-tokens-')))
  // For the account of Dovecot.
  await chmod(files.path, 0o755)
  const [settings, authority, denied] = ['oauth.conf', 'authority.pem', 'denied'].map((name) =>
    join(files.path, name),
  )
  await writeFile(String(authority), endpoint.ca)
  await writeFile(String(denied), 'ghost\n')
  await writeFile(
    String(settings),
    `introspection_url = ${endpoint.issuer}/introspect
introspection_mode = auth
username_attribute = sub
username_format = ${kind === 'google' ? '%u' : '%d'}
tls_ca_cert_file = ${authority}
`,
  )
  const imap = started.use(
    await startImap('dovecot', {
      users: { rania: 'unused', omar: 'unused', sami: 'unused' },
      certificate,
      lines: `auth_mechanisms = plain xoauth2 oauthbearer
passdb {
  driver = passwd-file
  deny = yes
  args = username_format=%n ${denied}
}
passdb {
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = ${settings}
}`,
    }),
  )
  const server = started.use(
    await startCredentialServer(certificate.cert, {
      providers: endpoint.placesAt(imap.tlsPort),
      outboundFetch: createOutboundFetch({ privateNetworks: '127.0.0.0/8', ca: endpoint.ca }),
    }),
  )
  now = server.clock
  const scene = await makeCredentialScene(server, imap.tlsPort)
  const parts = started.move()
  const startWorker = stoppedWith(parts, scene.startWorker)
  return {
    ...scene,
    imap,
    endpoint,
    startWorker,
    enterKey: (more = {}) =>
      server.post('/api/organization/mailbox-credential', {
        token: scene.lead,
        body: {
          address: 'rania@olive.example',
          ...(kind === 'google' ? { key_file: JSON.stringify(keyFile) } : application),
          ...more,
        },
      }),
    async passHour() {
      for (let quarter = 0; quarter < 4; quarter += 1) {
        server.clock.pass(15 * minuteMs)
        await scene.shown()
      }
    },
    async restart() {
      await imap.kill()
      await imap.start()
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

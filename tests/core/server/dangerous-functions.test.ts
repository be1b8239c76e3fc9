import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const sources = globSync('server/**/*.ts', { cwd: root })
  .sort()
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

/** Each file that matches the pattern, with the match. */
function found(pattern: RegExp): string[] {
  return sources.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].map(([words, part]) => `${file}: ${part ?? words}`),
  )
}

// A regular expression may be built from a constant whose name ends in Pattern.
test('the server starts no program but systemd-notify and does not run text as code', () => {
  expect(sources.length).toBeGreaterThan(100)
  expect(
    found(
      /child_process|node:vm|\beval\(|new Function\(|new RegExp\((?!\w+Pattern\))|import\([^'"]/g,
    ),
  ).toEqual([
    // systemd-notify alone, where systemd started the server.
    'server/main.ts: child_process',
  ])
  // Threads run a file of the server.
  expect(found(/new Worker\(([^;\n]*)\)/g)).toEqual([
    "server/judge/learning/learn-in-thread.ts: new URL('./learn-worker.ts', import.meta.url), { name: 'learn' }",
    "server/judge/threads.ts: new URL('./judge-worker.ts', import.meta.url), { name: 'judge' }",
    "server/sign-in/passwords/password-rules.ts: new URL('./password-strength-worker.ts', import.meta.url)",
  ])
})

test('the server connects to its database, its mail server, rspamd and guarded addresses only', () => {
  expect(found(/\bfetch\(.*|XMLHttpRequest|WebSocket|EventSource/g)).toEqual([
    // The operator's doctor asks the addresses of its settings.
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the code as it is written
    'server/cli/doctor/check-partners.ts: fetch(`${rspamdUrl}/ping`, { signal: AbortSignal.timeout(5 * secondMs) })',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the code as it is written
    'server/cli/doctor/check-server.ts: fetch(`${origin}/api/health`, {',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the code as it is written
    'server/cli/doctor/check-server.ts: fetch(`${address}/api/ready`, { signal })',
    // The server itself, for the health check of a container.
    'server/cli/health.ts: fetch(url, { signal: AbortSignal.timeout(longestMs) })',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the code as it is written
    'server/emails/checks/scanner.ts: fetch(`${url}/checkv2`, {',
  ])
  const able = /import (?!type )([^'"]+) from '(?:node:)?(?:https?|http2|net|tls|dgram|dns)'/g
  const values = found(able).map((line) => line.replaceAll(/,? type \w+/g, ''))
  expect(values).toEqual([
    'server/cli/doctor/check-address.ts: { isIP }',
    'server/cli/doctor/check-address.ts: { connect }',
    'server/core/networks.ts: { BlockList, isIP }',
    // The guard of addresses that users enter; outbound-fetch.test.ts tries it.
    'server/core/outbound-fetch.ts: { lookup as lookUp }',
    'server/core/outbound-fetch.ts: {, Agent as PlainAgent, request as requestInPlain }',
    'server/core/outbound-fetch.ts: { Agent, request }',
    'server/core/outbound-fetch.ts: { isIP }',
    'server/http/connections/host.ts: { isIP }',
    'server/http/connections/reject-request.ts: { IncomingMessage }',
    'server/http/forwarded.ts: { isIP, isIPv6 }',
    'server/listen.ts: { createServer }',
    'server/metrics/create-metrics.ts: { createServer }',
  ])
  const clients =
    /(?:import (?!type )[^'"]+ from |\bimport\()'(nodemailer(?:\/lib\/smtp-\w+)?|pg|openid-client)'/g
  expect(found(clients)).toEqual([
    'server/cli/doctor/check-mail-server.ts: nodemailer/lib/smtp-connection',
    'server/cli/doctor/check-mail-server.ts: nodemailer/lib/smtp-transport',
    'server/database/drivers/postgres-dialect.ts: pg',
    'server/database/drivers/postgres-pool.ts: pg',
    'server/database/opening/open-postgres.ts: pg',
    'server/mail/create-transport.ts: nodemailer',
    'server/mail/create-transport.ts: nodemailer',
    // With the guarded requests alone.
    ...[
      'servers/applications',
      'servers/provider-tokens',
      'sign-in-mailbox',
      'watch/open-by-credential',
    ].map((name) => `server/mailboxes/${name}.ts: openid-client`),
    ...['begin-single-sign-on', 'callback', 'provider'].map(
      (name) => `server/sign-in/single-sign-on/${name}.ts: openid-client`,
    ),
  ])
})

test('the server redirects to no other host than that of the site', () => {
  expect(found(/\bredirect\(|['"]Location['"]|\b30[12378]\b/g)).toEqual([
    'server/openapi/extra-paths.ts: 303',
    // To the origin of the attempt: PUBLIC_URL, or one of ALLOWED_ORIGINS.
    'server/sign-in/single-sign-on/callback.ts: 303',
  ])
})

test('random bits, hashes and signatures come from Node.js, with only these algorithms', () => {
  const algorithm = /\b(?:createHash|createHmac|derive)\(\s*'([^']+)'/g
  const algorithms = found(algorithm).map((line) => line.replace(/.*: /, ''))
  expect(new Set(algorithms)).toEqual(new Set(['argon2id', 'sha256']))
  // The published lists of breached passwords name them by this hash.
  expect(found(/\bsha1\b/g)).toEqual(['server/sign-in/passwords/breached-passwords.ts: sha1'])
  expect(found(/Math\.random|\bmd5\b|\bcreate(?:Sign|Verify)\b|generateKey/g)).toEqual([])
  const ciphers = found(/create(?:C|Dec)ipheriv\([^,]+/g)
  expect(ciphers).toEqual([
    "server/core/sealer.ts: createCipheriv('aes-256-gcm'",
    "server/core/sealer.ts: createDecipheriv('aes-256-gcm'",
  ])
})

import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { createFill } from '../../hosting/fill-markers.ts'
import { harden } from '../../hosting/harden.ts'
import { createOwnScripts } from '../../hosting/own-scripts.ts'
import { expiresMarker } from '../../hosting/security-txt.ts'
import { markers, usualSettings } from '../../hosting/setting-markers.ts'
import { commands } from '../../server/cli/aman/commands.ts'
import { parseSettings } from '../../server/cli/invocation/caller.ts'
import { readConfiguration } from '../../server/core/configuration.ts'
import { misspeltSettings } from '../../server/core/read-environment.ts'
import { settings, siteSettings } from '../../server/core/settings.ts'
import { needsOperator } from '../../server/core/start-error.ts'
import { connectionFiles } from '../../server/gateways/rspamd/files/connection-files.ts'
import { createSite } from '../../server/http/site/site.ts'
import { documentedCommands } from '../../tools/chaos/documented-block.ts'
import { findProgram } from '../../tools/mail-lab/programs.ts'

const read = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../hosting/release', name), 'utf8')

const service = v.object({
  environment: v.optional(v.record(v.string(), v.string()), {}),
  env_file: v.optional(v.string()),
  volumes: v.optional(v.array(v.string()), []),
  ports: v.optional(v.array(v.string()), []),
  profiles: v.optional(v.array(v.string()), []),
  healthcheck: v.optional(v.object({ test: v.array(v.string()) })),
  read_only: v.optional(v.boolean(), false),
  cap_drop: v.optional(v.array(v.string()), []),
  security_opt: v.optional(v.array(v.string()), []),
  stop_grace_period: v.optional(v.string()),
})
const composition = v.object({ services: v.record(v.string(), service) })

const { services } = v.parse(composition, parse(read('compose.yaml')))
const aman = v.parse(service, services.aman)
const containerfile = read('Containerfile')
const names = Object.keys({ ...settings, ...siteSettings })

/** The values that compose makes where the operator sets only what must be set. */
function resolved(environment: Readonly<Record<string, string>>): Record<string, string> {
  const values = Object.entries(environment).map(([name, text]) => [
    name,
    text.replaceAll(/\$\{\w+:([-?])([^}]*)\}/g, (_, kind, usual) => (kind === '-' ? usual : 'x')),
  ])
  return Object.fromEntries(values)
}

const imageEnvironment = Object.fromEntries(
  [...(/^ENV (.*)$/m.exec(containerfile)?.[1] ?? '').matchAll(/(\w+)=(\S+)/g)].map(
    ([, name, value]) => [name, value],
  ),
)

test('the image and the composition set settings that exist, to values that are valid', () => {
  const given = { ...imageEnvironment, ...resolved(aman.environment) }
  expect(Object.keys(given)).toContain('DATABASE_URL')
  for (const name of Object.keys(given)) expect(names).toContain(name)
  const configuration = readConfiguration(given)
  expect(configuration.database.address).toBe('postgres://aman:x@postgres/aman')
  expect(aman.env_file).toBe('.env')
})

test('every variable of the composition is documented, and none is set from itself', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/install.md'), 'utf8')
  const variables = (text: string) =>
    [...text.matchAll(/(?<!\$)\$\{?(\w+)/g)].map(([, name]) => name)
  const used = new Set(variables(read('compose.yaml')))
  expect(used.size).toBeGreaterThan(4)
  for (const name of used) expect(page).toMatch(new RegExp(`\\b${name}\\b`))
  // Variables that are no settings go to Aman with the rest of .env, and are not taken for misspelt
  // ones.
  expect(misspeltSettings(Object.fromEntries([...used].map((name) => [name, 'x'])))).toEqual([])
  // podman-compose 1.3 gives the container the text itself.
  for (const { environment } of Object.values(services)) {
    for (const [name, text] of Object.entries(environment)) {
      if (name !== 'POSTGRES_PASSWORD') expect(variables(text)).not.toContain(name)
    }
  }
})

test('the image and the composition name the same port, folder and health check', () => {
  const { port, shutdownDelaySeconds } = readConfiguration({})
  expect(containerfile).toContain(`\nEXPOSE ${port}\n`)
  expect(aman.ports.map((text) => text.split(':').at(-1))).toEqual([String(port)])
  const [, folder = ''] = aman.volumes[0]?.split(':') ?? []
  expect(containerfile).toContain(`\nVOLUME ${folder}\n`)
  expect(imageEnvironment.DATABASE_URL).toBe(`file:${folder}/aman.db`)
  const check = /^HEALTHCHECK .* CMD (\[.*\])$/m.exec(containerfile)?.[1] ?? '[]'
  expect(['CMD', ...v.parse(v.array(v.string()), JSON.parse(check))]).toEqual(
    aman.healthcheck?.test,
  )
  expect(commands).toHaveProperty(aman.healthcheck?.test.at(-1) ?? '')
  expect(aman).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
  expect(aman.security_opt).toEqual(['no-new-privileges:true'])
  expect(Number.parseInt(aman.stop_grace_period ?? '', 10)).toBeGreaterThan(shutdownDelaySeconds)
})

test('the mail profile mounts the files that aman rspamd writes', () => {
  const written = connectionFiles({
    provider: 'other-gateway',
    origin: 'http://aman:4321',
    name: 'Your firm',
    domains: ['your-firm.example'],
    others: [],
  }).map(({ name, path }) => `./mail-files/${name}:${path}:ro`)
  const mounted = services.rspamd?.volumes.filter((text) => text.startsWith('./')) ?? []
  expect(mounted).toHaveLength(4)
  for (const mount of mounted) expect(written).toContain(mount)
  const isMail = Object.entries(services).filter(([, { profiles }]) => profiles.includes('mail'))
  expect(isMail.map(([name]) => name)).toEqual(['rspamd', 'redis', 'postfix'])
})

test('the image has a user of its own, and ends as the server expects', () => {
  const lines = containerfile.split('\n')
  expect(lines.filter((line) => line.startsWith('USER '))).toEqual(['USER 10001:10001'])
  // Nothing runs as root after it, and what the user writes is the volume alone.
  expect(lines.findLastIndex((line) => line.startsWith('RUN '))).toBeLessThan(
    lines.indexOf('USER 10001:10001'),
  )
  expect(lines).toContain('STOPSIGNAL SIGTERM')
  expect(containerfile).toContain('--owner=10001 --group=10001 --mode=0700 /var/lib/aman')
})

test('the documented commands give the composition a key of secrets, and without one it does not start', () => {
  const [shown = ''] = documentedCommands('install.md', '## In a container')
  const writing = shown.split('\n').filter((line) => line.startsWith('echo'))
  const folder = mkdtempSync(join(tmpdir(), 'aman-compose-'))
  try {
    execFileSync('sh', ['-ec', writing.join('\n')], { cwd: folder })
    const { values, problems } = parseSettings(readFileSync(join(folder, '.env'), 'utf8'))
    // The composition's own variable.
    expect(problems).toEqual([expect.stringContaining('POSTGRES_PASSWORD is not a setting')])
    expect(readConfiguration(Object.fromEntries(values)).secretsKey).toHaveLength(64)
  } finally {
    rmSync(folder, { recursive: true })
  }
  expect(parse(read('compose.yaml'))['x-needed']).toMatch(/^\$\{SECRETS_KEY:\?.+\}$/)
  expect(aman.environment).not.toHaveProperty('SECRETS_KEY')
})

const folder = join(import.meta.dirname, '../../hosting/release')
const unit = join(folder, 'aman.service')
const systemd = findProgram('systemd-analyze')
const worstExposure = 2

test.skipIf(systemd === undefined)('the unit of systemd is valid and has few rights', async () => {
  const analyze = (...options: string[]) => spawnSync(systemd ?? '', options, { encoding: 'utf8' })
  const { stdout } = analyze('security', '--offline=true', unit)
  const exposure = Number(/Overall exposure level .*: (\d+\.\d+)/.exec(stdout)?.[1])
  expect(exposure).toBeLessThanOrEqual(worstExposure)

  // The program of the package is not on this machine.
  await using copy = await mkdtempDisposable(join(tmpdir(), 'aman-unit-'))
  const path = join(copy.path, 'aman.service')
  await writeFile(path, readFileSync(unit, 'utf8').replace('/usr/lib/aman/aman', '/bin/true'))
  const { stderr, status } = analyze('verify', '--man=no', path)
  expect(stderr).toBe('')
  expect(status).toBe(0)
})

test('a backup by timer has the rights of the server and may write the folder of backups, and no others', () => {
  const sandboxOf = (name: string) => {
    const lines = readFileSync(join(folder, name), 'utf8').split('\n')
    return lines.slice(lines.indexOf('NoNewPrivileges=yes')).filter((line) => /^[A-Z]/.test(line))
  }
  const own = 'ReadWritePaths=/var/backups/aman'
  const backup = sandboxOf('aman-backup.service')
  const server = sandboxOf('aman.service').filter((line) => !line.startsWith('WantedBy'))
  expect(backup).toContain(own)
  expect(backup.filter((line) => line !== own)).toEqual(server)
})

test('systemd does not start a server again that only the operator can mend', () => {
  const settings = readFileSync(unit, 'utf8').split('\n')
  expect(settings).toContain(`RestartPreventExitStatus=${needsOperator}`)
  expect(settings).toContain('StartLimitIntervalSec=0')
})

test('the proxies of other programs are not taken for misspelt settings', () => {
  const proxies = ['http_proxy', 'https_proxy', 'ftp_proxy', 'no_proxy', 'all_proxy']
  const names = [...proxies, 'FTP_PROXY', 'ALL_PROXY', 'TRUTS_PROXY']
  expect(misspeltSettings(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([
    'TRUTS_PROXY is not a setting of Aman: is TRUST_PROXY meant?',
  ])
})

test('what systemd tells a service is not taken for a misspelt setting', () => {
  // From "Environment variables set or propagated by the service manager" in systemd.exec(5).
  const told = [
    ...['RUNTIME', 'STATE', 'CACHE', 'LOGS', 'CONFIGURATION', 'CREDENTIALS'].map(
      (name) => `${name}_DIRECTORY`,
    ),
    ...['USER', 'LOGNAME', 'HOME', 'SHELL', 'INVOCATION_ID', 'MAINPID', 'MANAGERPID'],
    ...['JOURNAL_STREAM', 'SYSTEMD_EXEC_PID', 'NOTIFY_SOCKET', 'WATCHDOG_USEC', 'LISTEN_FDS'],
    ...['MEMORY_PRESSURE_WATCH', 'MEMORY_PRESSURE_WRITE', 'SERVICE_RESULT', 'EXIT_STATUS'],
  ]
  expect(misspeltSettings(Object.fromEntries(told.map((name) => [name, 'x'])))).toEqual([])
})

const script = `fetch('${markers.PUBLIC_API_URL}/config')`
const page = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<link rel="canonical" href="${markers.SITE_URL}/login/"><script>${script}</script></head>
<body><a href="mailto:${markers.PUBLIC_SALES_EMAIL}?subject=Demo">Write</a>${'<p>Text</p>'.repeat(200)}</body></html>`
const securityTxt = `Contact: mailto:${markers.PUBLIC_SUPPORT_EMAIL}\nExpires: ${expiresMarker}\n`

const settingsFillMarkers = {
  siteUrl: 'https://www.firm.example',
  apiUrl: 'https://api.firm.example/api',
  salesEmail: 'hello@firm.example',
  supportEmail: usualSettings.supportEmail,
}

let folderFillMarkers: string
const path = (name: string) => join(folderFillMarkers, name)

async function serve(
  options: Parameters<typeof createSite>[1],
  use: (url: string) => Promise<void>,
) {
  await using server = createServer(createSite(folderFillMarkers, options).answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await use(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
  server.closeAllConnections()
}

const readFillMarkers = async (url: string) => {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
  return { text: await answer.text(), policy: answer.headers.get('content-security-policy') ?? '' }
}

describe('fill markers', () => {
  beforeEach(async () => {
    folderFillMarkers = mkdtempSync(join(tmpdir(), 'aman-site-'))
    const ownScripts = createOwnScripts(folderFillMarkers)
    ownScripts.add('early.ts', script)
    writeFileSync(path('index.html'), page)
    writeFileSync(path('security.txt'), securityTxt)
    await harden(folderFillMarkers, markers.PUBLIC_API_URL, ownScripts)
  })
  afterEach(() => rmSync(folderFillMarkers, { recursive: true }))

  test('a site without settings is served with those of the server', async () => {
    await serve({ settings: settingsFillMarkers }, async (url) => {
      const { text } = await readFillMarkers(`${url}/`)
      expect(text).toContain('href="https://www.firm.example/login/"')
      expect(text).toContain('href="mailto:hello@firm.example?subject=Demo"')
      expect(text).toContain(
        '<html data-api-url="https://api.firm.example/api" data-sales-email="hello@firm.example" lang="en">',
      )
      expect(text).not.toContain('.invalid')
    })
  })

  test.each([
    ['another origin', settingsFillMarkers.apiUrl, "connect-src 'self' https://api.firm.example;"],
    ['its own origin', '/api', "connect-src 'self';"],
  ])('the policies follow a page whose calls go to %s', async (_, apiUrl, calls) => {
    await serve({ settings: { ...settingsFillMarkers, apiUrl } }, async (url) => {
      const { text, policy } = await readFillMarkers(`${url}/`)
      const hash = createHash('sha256').update(`fetch('${apiUrl}/config')`).digest('base64')
      expect(text).toContain(`<script>fetch('${apiUrl}/config')</script>`)
      for (const place of [policy, text.slice(0, text.indexOf('<link'))]) {
        expect(place).toContain(`script-src 'self' 'sha256-${hash}';`)
        expect(place).toContain(calls)
      }
    })
  })

  test('filled pages are compressed beside the running server', async () => {
    await serve({ settings: settingsFillMarkers }, async (url) => {
      const { text } = await readFillMarkers(`${url}/`)
      await vi.waitFor(
        async () => {
          const answer = await fetch(`${url}/`, { headers: { 'accept-encoding': 'br' } })
          expect(answer.headers.get('content-encoding')).toBe('br')
          expect(await answer.text()).toBe(text)
        },
        { timeout: 20_000 },
      )
    })
  })

  test('security.txt expires 300 days after the start, whenever the release was made', () => {
    const fill = createFill(settingsFillMarkers, new Date('2030-01-01T12:00:00Z'))
    expect(fill(securityTxt)).toBe(
      'Contact: mailto:support@aman.example\nExpires: 2030-10-28T00:00:00.000Z\n',
    )
  })
})

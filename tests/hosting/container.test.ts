import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { commands } from '../../server/cli/aman/commands.ts'
import { parseSettings } from '../../server/cli/invocation/caller.ts'
import { readConfiguration } from '../../server/core/configuration.ts'
import { misspeltSettings } from '../../server/core/read-environment.ts'
import { settings, siteSettings } from '../../server/core/settings.ts'
import { connectionFiles } from '../../server/gateways/rspamd/files/connection-files.ts'
import { documentedCommands } from '../../tools/chaos/documented-block.ts'

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

import { expect, test } from 'vitest'
import { createHostRule } from '../../../server/http/connections/host.ts'
import { listen } from '../../../server/listen.ts'
import { createTestServer } from '../../support/server/server.ts'
import { say } from '../../support/wire.ts'

const loopback = { host: '127.0.0.1', publicUrl: null, allowedHosts: [] }
const named = {
  host: '0.0.0.0',
  publicUrl: 'https://aman.firm.example',
  allowedHosts: ['aman.lan'],
}

async function startListening(reach: Parameters<typeof createHostRule>[0]) {
  const server = await createTestServer()
  const place = { host: '127.0.0.1', port: 0, siteDirectory: '' }
  const { url, close } = await listen(server.app, place, { answersHost: createHostRule(reach) })
  return {
    ask: (path: string, host: string) =>
      say(
        Number(new URL(url).port),
        `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      ),
    async [Symbol.asyncDispose]() {
      await close()
      await server.database.destroy()
    },
  }
}

const ownMachine = ['localhost', 'LOCALHOST:4321', 'localhost.', 'aman.localhost:80', '127.0.0.1']
const addresses = ['10.1.2.3:4321', '[::1]:4321', '[2001:db8::1]', '127.9.9.9:1']
const strangers = ['attacker.example', 'attacker.example:4321', 'localhost.attacker.example', 'a']

test('a server on loopback accepts only local names and addresses', async () => {
  await using server = await startListening(loopback)
  for (const host of [...ownMachine, ...addresses]) {
    expect(await server.ask('/config.json', host), host).toMatch(/^HTTP\/1\.1 200 /)
  }
  for (const host of [...strangers, 'aman.firm.example']) {
    const answer = await server.ask('/api/privacy-policy', host)
    expect(answer, host).toMatch(/^HTTP\/1\.1 421 /)
    expect(answer).toContain('"detail":"This server is not known by this name.')
    expect(await server.ask('/', host), host).toMatch(/^HTTP\/1\.1 421 /)
  }
})

test('a server with PUBLIC_URL accepts its host and those in ALLOWED_HOSTS', async () => {
  await using server = await startListening(named)
  const good = ['aman.firm.example', 'Aman.Firm.example:443', 'aman.firm.example.', 'aman.lan']
  for (const host of [...good, ...ownMachine, ...addresses]) {
    expect(await server.ask('/config.json', host), host).toMatch(/^HTTP\/1\.1 200 /)
  }
  for (const host of [...strangers, 'firm.example', 'x.aman.firm.example', 'aman.firm.example.b']) {
    expect(await server.ask('/config.json', host), host).toMatch(/^HTTP\/1\.1 421 /)
  }
})

test('health and readiness are answered for any name', async () => {
  await using server = await startListening(named)
  for (const path of ['/api/health', '/api/health?', '/api/ready']) {
    expect(await server.ask(path, 'attacker.example'), path).toMatch(/^HTTP\/1\.1 200 /)
  }
  for (const path of ['/api/healthy', '/api/ready/x']) {
    expect(await server.ask(path, 'attacker.example'), path).toMatch(/^HTTP\/1\.1 421 /)
  }
})

test('a public server without a configured name accepts all names, and so does ALLOWED_HOSTS=*', () => {
  expect(createHostRule({ ...loopback, host: '0.0.0.0' })('any.example')).toBe(true)
  expect(createHostRule({ ...loopback, allowedHosts: null })('any.example')).toBe(true)
  const only = createHostRule({ ...loopback, host: '0.0.0.0', allowedHosts: ['aman.lan'] })
  expect(only('aman.lan')).toBe(true)
  expect(only('any.example')).toBe(false)
})

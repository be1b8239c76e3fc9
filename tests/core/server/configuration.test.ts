import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getDefault, getDescription } from 'valibot'
import { expect, test } from 'vitest'
import { readConfiguration } from '../../../server/core/configuration.ts'
import { placeOf } from '../../../server/core/database-address.ts'
import { settings } from '../../../server/core/settings.ts'
import { builtInSettings } from '../../../tools/scripts/site/build-record.ts'

test('variables are applied', () => {
  const { port, database, trainingUrl } = readConfiguration({
    PORT: '0',
    DATABASE_URL: 'file:/var/lib/aman/aman.db',
    TRAINING_URL: 'https://training.example/portal?a=b',
  })
  expect(port).toBe(0)
  expect(database.address).toBe('/var/lib/aman/aman.db')
  expect(trainingUrl).toBe('https://training.example/portal?a=b')
})

test.each([
  ['postgres://aman@one/aman', 'one/aman'],
  ['postgres:///aman?host=/run/postgresql&target_session_attrs=read-write', '/run/postgresql/aman'],
  [
    'postgresql://aman:pass,word@one:5432,[::1]:5433/aman?target_session_attrs=read-write',
    'one:5432,[::1]:5433/aman',
  ],
])('%s is a database, and its place is %s', (url, place) => {
  const { address } = readConfiguration({ DATABASE_URL: url }).database
  expect(address).toBe(url)
  expect(placeOf(address)).toBe(place)
})

test('hosts are separated by commas, in any case, and a star means all', () => {
  const read = (text: string) => readConfiguration({ ALLOWED_HOSTS: text }).allowedHosts
  expect(read('aman.lan, AMAN')).toEqual(['aman.lan', 'aman'])
  expect(read('*')).toBeNull()
})

test('origins are separated by commas, and an address may end in a slash', () => {
  const { allowedOrigins, publicUrl, mail } = readConfiguration({
    ALLOWED_ORIGINS: 'https://www.a.example, http://b.example:8080',
    PUBLIC_URL: 'https://aman.a.example/',
    DATABASE_URL: 'file:/var/lib/aman/aman.db',
  })
  expect(allowedOrigins).toEqual(['https://www.a.example', 'http://b.example:8080'])
  expect(publicUrl).toBe('https://aman.a.example')
  expect(mail.outboxDirectory).toBe('/var/lib/aman/outbox')
})

test.each([
  ['PORT', 'abc'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['HOST', 'a host'],
  ['DATABASE_URL', 'postgres://aman:5432x'],
  ['DATABASE_URL', 'postgres://aman@one:5432,two:5432/aman'],
  ['DATABASE_URL', 'postgres://aman@one,two/aman?target_session_attrs=any'],
  ['DATABASE_URL', 'postgres://aman@one,/aman?target_session_attrs=read-write'],
  ['DATABASE_URL', 'postgres://one,,two/aman?target_session_attrs=read-write'],
  ['DATABASE_URL', 'postgres://one,two:x/aman?target_session_attrs=read-write'],
  ['DATABASE_URL', 'postgres://one,two/aman?target_session_attrs=read-write&host=/tmp'],
  ['DATABASE_URL', 'postgres://aman@one/aman?target_session_attrs=standby'],
  ['DATABASE_URL', 'data/aman.db'],
  ['DATABASE_URL', 'file:'],
  ['TRAINING_URL', 'javascript:alert(1)'],
  ['TRAINING_URL', 'training'],
  ['SESSION_HOURS', '0'],
  ['PUBLIC_URL', 'https://a.example/api'],
  ['PUBLIC_URL', 'a.example'],
  ['ALLOWED_ORIGINS', '*'],
  ['ALLOWED_ORIGINS', 'null'],
  ['ALLOWED_ORIGINS', 'https://a.example/'],
  ['ALLOWED_ORIGINS', 'https://*.a.example'],
  ['ALLOWED_ORIGINS', 'https://a.example,'],
  ['ALLOWED_ORIGINS', 'HTTPS://A.example'],
  ['ALLOWED_HOSTS', 'https://a.example'],
  ['ALLOWED_HOSTS', 'a.example:443'],
  ['ALLOWED_HOSTS', '*.a.example'],
  ['ALLOWED_HOSTS', 'a.example,'],
  ['ACCESS_LOG', 'yes'],
  ['API_DOCS', 'yes'],
  ['MAX_CONNECTIONS', '0'],
  ['SHUTDOWN_DELAY_SECONDS', '-1'],
  ['TRUST_PROXY', 'true'],
  ['SMTP_URL', 'mail.example'],
  ['SMTP_URL', 'https://mail.example'],
  ['SMTP_URL', 'smtp://'],
  ['MAIL_FROM', 'Aman'],
  ['MAIL_FROM', 'a..b@firm.example'],
  ['MAIL_FROM', 'a\u0007@firm.example'],
  ['SUPPORT_EMAIL', 'a@b.example, c@d.example'],
  ['RECEIPT_SECRET', 'short'],
  ['GATEWAY_NETWORKS', '192.0.2.0/33'],
  ['PUBLIC_MAIL_EXCEPTIONS', 'gmail.com,a domain'],
])('%s=%s is rejected in one line that says what is expected', (variable, text) => {
  expect(() => readConfiguration({ [variable]: text })).toThrow(
    new RegExp(`^${variable} is '.*', but .+ is expected$`),
  )
})

test('all invalid values are named at once, one that is in quotes with its cure', () => {
  const given = { PORT: '80', METRICS_ADDRESS: '127.0.0.1:80', HOST: '"::1"', TRUST_PROXY: 'yes' }
  expect(() => readConfiguration({ ...given, NODE_EXTRA_CA_CERTS: '/nowhere.pem' })).toThrow(
    [
      `HOST is '"::1"', but a host name or an IP address is expected, without quotes`,
      "TRUST_PROXY is 'yes', but a whole number from 0 to 10 is expected",
      "NODE_EXTRA_CA_CERTS is '/nowhere.pem', but a file with certificates in PEM is expected",
      "METRICS_ADDRESS is '127.0.0.1:80', but another port than that of the server is expected",
    ].join('\n'),
  )
})

test('a value that may hold a password is not repeated in the error', () => {
  const read = () => readConfiguration({ SMTP_URL: 'https://user:secret@mail.example' })
  expect(read).toThrow(
    "SMTP_URL is '…', but smtp://user:password@host:port or smtps://… is expected",
  )
})

test('the settings of the site cannot change the pages in any other way', () => {
  const hostile = {
    SITE_URL: ['https://a.example/x', 'javascript:alert(1)', 'https://a.example"><script>'],
    PUBLIC_API_URL: ['//evil.example/api', "/api'+alert(1)+'", 'https://a.example/api?x', '/a b'],
    PUBLIC_SALES_EMAIL: ["o'hara@a.example", 'a&b@a.example', 'a?cc=b@a.example', '`a`@a.example'],
  }
  for (const [name, values] of Object.entries(hostile)) {
    for (const value of values) {
      expect(() => readConfiguration({ [name]: value }), value).toThrow(`${name} is '${value}'`)
    }
  }
  const settings = {
    PUBLIC_URL: 'https://aman.firm.example',
    PUBLIC_API_URL: 'https://api.firm.example/api',
    PUBLIC_SALES_EMAIL: 'hello+aman@firm.example',
  }
  expect(readConfiguration(settings).siteOptions.settings).toEqual({
    siteUrl: 'https://aman.firm.example',
    apiUrl: 'https://api.firm.example/api',
    salesEmail: 'hello+aman@firm.example',
    supportEmail: 'support@aman.example',
  })
})

const repository = join(import.meta.dirname, '../../..')
const text = readFileSync(join(repository, 'docs/configuration.md'), 'utf8')
const [, serverRows = [], siteRows = []] = text.split(/^## /m).map(rowsOf)

/** The cells of a table's rows, without the backticks around code. */
function rowsOf(section: string): string[][] {
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  return rows.map((row) => row.split('|').map((cell) => cell.trim().replace(/^`(.*)`$/, '$1')))
}

test('the document lists each setting of the server with its default, values and effect, and no others', () => {
  const rows = Object.entries(settings).map(([variable, setting]) => {
    const values = getDescription(setting.wrapped)?.replace('<', '\\<')
    const usual = getDefault(setting).replace(`${repository}/`, '')
    return ['', variable, values, usual, expect.stringMatching(/./), '']
  })
  expect(serverRows).toEqual(rows)
})

test('the document lists each setting that is built into the site, and no others', () => {
  const variables = siteRows.map(([, variable]) => variable)
  expect(variables.toSorted()).toEqual(builtInSettings.toSorted())
})

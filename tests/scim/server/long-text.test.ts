import { expect, test } from 'vitest'
import { ownMs } from '../../support/long-text/stalls.ts'
import { entraUser, makeProvider } from '../../support/scim/scim.ts'
import { createTestServer } from '../../support/server/server.ts'

/** Of a body with little space left. */
const long = 60_000
/** Of the processor. A call takes about 10 ms; each of these took far longer. */
const mostMs = 300

const dots = '.'.repeat(long)
const many = (count: number, make: (number: number) => string) =>
  Object.fromEntries(Array.from({ length: count }, (_, number) => [make(number), 'x']))

test.each<[name: string, value: unknown, path?: string]>([
  ['a key of dots', { [dots]: 1 }],
  ['a key of colons', { [`urn:${':'.repeat(long)}`]: 1 }],
  ['a language of parts', 'aa-'.repeat(long / 3), 'preferredLanguage'],
  ['an address of at signs', '@'.repeat(long), 'emails[type eq "work"].value'],
  ['a name of combining marks', 'e\u0301'.repeat(long / 4), 'userName'],
  ['many types of a list', many(1200, (number) => `phoneNumbers[type eq "${number}"].value`)],
  [
    'many filters',
    many(110, (number) => `emails[${'type eq "x" and '.repeat(17)}type eq ${number}].value`),
  ],
])('%s is answered as soon as any other call', async (_, value, path) => {
  await using server = await createTestServer()
  const entra = await makeProvider(server)
  const id = await entra.create(entraUser())
  for (const before of [[], [{ op: 'replace', path, value: { a: 1 } }]]) {
    const waits: number[] = []
    for (const op of ['replace', 'add', 'replace']) {
      const started = ownMs()
      const { status } = await entra.patch(id, ...before, { op, path, value })
      waits.push(ownMs() - started)
      expect(status).toBeLessThan(500)
      expect(status).not.toBe(413)
    }
    expect(Math.min(...waits)).toBeLessThan(mostMs)
  }
})

test.each([
  ['brackets with words', '(a pr or '.repeat(55)],
  ['values within values', `a[${'b['.repeat(240)}`],
  ['other operators', `${'a pr or a pr and '.repeat(29)}a pr`],
  ['backslashes', `userName eq "${'\\'.repeat(480)}`],
])('a filter of %s is read at once', async (_, filter) => {
  await using server = await createTestServer()
  const entra = await makeProvider(server)
  const waits: number[] = []
  for (let count = 0; count < 3; count += 1) {
    const started = ownMs()
    const { status } = await entra.send('GET', `/Users?filter=${encodeURIComponent(filter)}`)
    waits.push(ownMs() - started)
    expect(status).toBe(400)
  }
  expect(Math.min(...waits)).toBeLessThan(mostMs)
})

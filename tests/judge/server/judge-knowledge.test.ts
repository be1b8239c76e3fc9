import { expect, test } from 'vitest'
import { showJudgeKnowledgeEndpoint } from '../../../contract/judge/show-judge-knowledge.ts'
import { isInSet, unpackSet } from '../../../judge/lists/hashed-set.ts'
import { nameKeys } from '../../../judge/rules/name-keys.ts'
import { createTestServer } from '../../support/server/server.ts'
import {
  changeUser,
  makeDomain,
  makeOrganization,
  makeSession,
  makeUser,
  reportScans,
} from '../../support/worlds/factories.ts'

const dayMs = 24 * 60 * 60_000

test('an extension is told who is known in a form that lists no one, once', async () => {
  await using server = await createTestServer()
  const organizationId = await makeOrganization(server)
  await makeDomain(server, organizationId, 'clinic.example')
  const user = await makeUser(server, { organizationId, full_name: 'Omar Haddad' })
  const from = (sender: string) => reportScans(server, user, [{ sender, threat_level: 'safe' }])
  for (let day = 0; day < 5; day += 1) {
    await from('layla@cedar-supplies.example')
    server.clock.pass(dayMs)
  }
  await from('once@olive-press.example')
  const token = await makeSession(server, user, { scope: 'extension' })
  const first = await server.get('/api/account/judge-knowledge', { token })
  const { domains, salt, correspondents, met, people, layer } = first.output(
    showJudgeKnowledgeEndpoint,
  )
  expect({ domains, layer }).toEqual({ domains: ['clinic.example'], layer: null })
  expect(first.text).not.toMatch(/cedar|olive|layla|haddad/i)
  const isIn = (filter: typeof met, sender: string) =>
    filter !== null &&
    isInSet(unpackSet({ ...filter, bits: Uint8Array.fromBase64(filter.bits) }), salt + sender)
  expect(isIn(correspondents, 'cedar-supplies.example')).toBe(true)
  expect(isIn(correspondents, 'olive-press.example')).toBe(false)
  expect(isIn(met, 'olive-press.example')).toBe(true)
  const isPerson = (name: string) => nameKeys(name, 'asked').some((key) => isIn(people, key))
  expect(['Haddad, Omar', 'عمر حداد', 'Layla Haddad'].map(isPerson)).toEqual([true, true, false])
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
  const again = await server.get('/api/account/judge-knowledge', { token, headers })
  expect([again.status, again.text]).toEqual([304, ''])

  const stranger = await makeUser(server, { organizationId: await makeOrganization(server) })
  const theirs = await server.get('/api/account/judge-knowledge', {
    token: await makeSession(server, stranger),
    headers,
  })
  const other = theirs.output(showJudgeKnowledgeEndpoint)
  expect(other).toMatchObject({ domains: [], correspondents: null, met: null })
  expect(other.salt).not.toBe(salt)
  const lone = await makeUser(server)
  await changeUser(server, lone.id, { organization_id: null })
  const alone = await makeSession(server, lone)
  const none = await server.get('/api/account/judge-knowledge', { token: alone })
  expect(none.output(showJudgeKnowledgeEndpoint)).toMatchObject({ domains: [], per_thousand: null })
})

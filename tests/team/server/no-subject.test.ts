import { expect, test } from 'vitest'
import type { Endpoint } from '../../../contract/core/endpoint.ts'
import { examplesOf } from '../../../contract/core/examples.ts'
import { isForGateways } from '../../../contract/core/key-scope.ts'
import * as calls from '../../../contract/endpoints.ts'
import { createTestServer } from '../../support/server/server.ts'
import { makeSession, makeUser, reportScans } from '../../support/worlds/factories.ts'

const subject = 'Payslip of Rania'

/** The path with the ids and the query of a call; what it takes in a body is left out. */
function pathOf(endpoint: Endpoint, ids: { member: string; organization: string }) {
  const fields = new Map<string, unknown>(Object.entries(examplesOf(endpoint).input ?? {}))
  for (const name of ['id', 'user_id', 'actor_id']) fields.set(name, ids.member)
  fields.set('organization_id', ids.organization)
  const inPath = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = String(fields.get(name))
    fields.delete(name)
    return encodeURIComponent(value)
  })
  const known = Object.keys(Object(examplesOf(endpoint).input))
  const query = new URLSearchParams(
    [...fields].filter(([name]) => known.includes(name)).map(([name, it]) => [name, String(it)]),
  )
  return { inPath, query }
}

test('no call that a team lead may make answers the subject of a member', async () => {
  await using server = await createTestServer()
  const lead = await makeUser(server, { role: 'team_lead', managesOrganization: true })
  const member = await makeUser(server, { organizationId: lead.organizationId })
  const [scan] = await reportScans(server, member, [
    { threat_level: 'suspicious', subject },
    { threat_level: 'safe', subject },
  ])
  const members = await makeSession(server, member)
  const report = { kind: 'scan', id: scan?.id ?? '', opinion: 'dangerous' }
  expect((await server.post('/api/mail-reports', { token: members, body: report })).status).toBe(
    200,
  )

  const token = await makeSession(server, lead)
  const asked: string[] = []
  for (const call of Object.values<Endpoint>(calls)) {
    const { method, access } = call
    if (isForGateways(access) || method !== 'GET') continue
    for (const id of [member.id, scan?.id ?? '']) {
      const { inPath, query } = pathOf(call, { member: id, organization: lead.organizationId })
      for (const path of new Set([inPath, `${inPath}?${query}`])) {
        const answer = await server.get(`/api${path}`, { token })
        if (answer.status === 200) asked.push(call.path)
        expect(answer.text, path).not.toContain(subject)
      }
    }
  }
  // Guards the test itself: these were answered.
  expect(asked).toEqual(
    expect.arrayContaining([
      '/dashboard/team',
      '/team/members/:id',
      '/team/report',
      '/organization/users',
    ]),
  )
  const mails = await server.database
    .selectFrom('mails')
    .select(['recipient', 'body', 'subject'])
    .execute()
  expect(mails.map(({ recipient }) => recipient)).toContain(lead.email)
  for (const mail of mails) expect(JSON.stringify(mail)).not.toContain(subject)
})

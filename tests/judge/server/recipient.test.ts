import { expect, test } from 'vitest'
import { createTestServer } from '../../support/server/server.ts'
import { makeAlias, makeGatewayKey, makeUser } from '../../support/worlds/factories.ts'

const mail = Buffer.from('From: a@b.example\r\nSubject: Hello\r\n\r\nHello\r\n')

test('a recipient is a user of the organization, and users of others look like addresses of none', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  await makeAlias(server, user, 'accounts@firm.example')
  const stranger = await makeUser(server)
  const token = await makeGatewayKey(server, user.organizationId, 'analyse')
  const ask = (query: string) => server.post(`/api/analyses${query}`, { token, body: mail })
  for (const own of [user.email, 'accounts@firm.example', user.email.replace('@', '+news@')]) {
    const { status } = await ask(`?recipient=${encodeURIComponent(own)}`)
    expect(status, own).toBe(200)
  }
  const foreign = await ask(`?recipient=${encodeURIComponent(stranger.email)}`)
  const unknown = await ask('?recipient=no-one@nowhere.example')
  expect(foreign).toMatchObject({ status: 422, code: 'unknown_analysed_recipient' })
  expect(foreign.body).toEqual(unknown.body)
  expect(await ask('?recipient=nonsense')).toMatchObject({ status: 422 })
  expect(await ask('?dmarc=excellent')).toMatchObject({ status: 422 })
  expect((await ask('?dmarc=pass&spf=fail')).status).toBe(200)
})

test('a judge that is switched off does not answer', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  const token = await makeGatewayKey(server, user.organizationId, 'analyse')
  await server.database.updateTable('organizations').set({ judge_mode: 'off' }).execute()
  const answer = await server.post('/api/analyses', { token, body: mail })
  expect(answer).toMatchObject({ status: 409, code: 'judge_is_off' })
})

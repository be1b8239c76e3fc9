import { expect, inject, test } from 'vitest'
import { examplesOf } from '../../../contract/core/examples.ts'
import { bindCalls } from '../../../server/calls.ts'
import { isUnavailable } from '../../../server/database/drivers/database-error.ts'
import { queueMail } from '../../../server/mail/queue.ts'
import { startMailWorker } from '../../../server/mail/worker.ts'
import { startCluster } from '../../support/postgres/cluster.ts'
import { request } from '../../support/server/request.ts'
import { createTestServer, visitHousekeeping } from '../../support/server/server.ts'
import { callsByName, nameOf } from '../../support/worlds/contract.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'

const words = 'The database cannot be used right now. Try again in a moment.'

test('while PostgreSQL is stopped every call that needs it is a 503, and works again afterwards', async () => {
  // A PostgreSQL of its own, because other tests use the shared one.
  await using cluster = await startCluster(inject('postgres')?.programs ?? '')
  await using server = await createTestServer({
    address: cluster.url('postgres'),
    services: { linkOrigin: 'https://aman.example' },
  })
  const user = await makeUser(server, { role: 'super_admin', consented: false })
  const token = await makeSession(server, user)
  const sent: string[] = []
  const transport = {
    description: 'a test',
    async deliver({ subject }: { readonly subject: string }) {
      sent.push(subject)
    },
  }
  const worker = startMailWorker({ ...server.services, transport })

  const broken = server.database.transaction().execute(async (transaction) => {
    await transaction.selectFrom('users').select('id').execute()
    await cluster.stop()
    await transaction.selectFrom('users').select('id').execute()
  })
  expect(await broken.catch(isUnavailable)).toBe(true)

  for (const { endpoint } of bindCalls(server.services)) {
    const path = `/api${endpoint.path.replaceAll(/:\w+/g, '1')}`
    // Only the input of public calls is read before the caller is looked up.
    const call = callsByName.get(nameOf(endpoint))
    const body = endpoint.access === 'public' ? call && examplesOf(call).input : {}
    const answer = await request(server.app, endpoint.method, path, {
      token,
      ...(endpoint.method === 'GET' ? {} : { body }),
    })
    const needsDatabase = !call?.isWithoutDatabase
    expect(answer.status, path).toBe(needsDatabase ? 503 : 200)
    if (needsDatabase) expect(answer.detail).toBe(words)
  }
  await visitHousekeeping(server.services)

  await cluster.start()
  server.clock.pass(1000)
  expect((await server.get('/api/auth/me', { token })).status).toBe(200)
  expect((await server.post('/api/users/consent', { token })).status).toBe(200)
  expect((await server.get('/api/ready')).status).toBe(200)
  await queueMail(server.database, server.services, { to: user.email, subject: 'Back', text: '' })
  await expect.poll(() => sent).toEqual(['Back'])
  await worker.stop()
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { joinMailboxes } from '../../../server/mailboxes/join-mailboxes.ts'
import {
  makeCredentialScene,
  proxy,
  startCredentialServer,
} from '../../support/mailboxes/credential-lab.ts'
import { startProxyStandIn } from '../../support/mailboxes/proxy-stand-in.ts'
import { until } from '../../support/until.ts'
import { makeSession } from '../../support/worlds/factories.ts'

test.each([
  ['connects', 'joins'],
  ['joins', 'connects'],
] as const)(
  'a mailbox that its user connects while the login of the organization joins it is theirs: one %s, then one %s',
  async (...order) => {
    await using imap = await startProxyStandIn()
    await using server = await startCredentialServer(imap.ca)
    const scene = await makeCredentialScene(server, imap.port)
    expect(await scene.enter()).toMatchObject({ status: 200 })
    const { id, email } = await scene.join('sami')
    const token = await makeSession(server, { id })
    const own = { username: proxy.login, password: proxy.password }
    const place = { host: 'localhost', port: imap.port, security: 'tls' }
    const tasks = {
      connects: () =>
        server.post('/api/account/mailbox', { token, body: { address: email, ...own, ...place } }),
      joins: () => joinMailboxes(server),
    }
    const started: Promise<unknown>[] = []
    await server.database.transaction().execute(async (transaction) => {
      await transaction
        .selectFrom('users')
        .select('id')
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow()
      for (const name of order) {
        started.push(tasks[name]())
        await untilWaiting(started.length)
      }
    })
    const answers = await Promise.all(started)
    expect(answers[order.indexOf('connects')]).toMatchObject({ status: 200 })
    const rows = server.database
      .selectFrom('mailboxes')
      .select(['username', 'credential_of'])
      .where('user_id', '=', id)
    expect(await rows.execute()).toEqual([{ username: proxy.login, credential_of: null }])

    async function untilWaiting(count: number) {
      const isSo = async () => {
        const { rows: waiting } = await sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(server.database)
        return waiting.length === count
      }
      expect(await until(isSo)).toBe(true)
    }
  },
)

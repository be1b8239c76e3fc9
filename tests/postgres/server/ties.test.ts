import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  type Asker,
  askers,
  cases,
  type Scene,
  setScene,
} from '../../support/server/access-cases.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { createTestDatabase } from '../../support/server/test-database.ts'
import {
  makeFlag,
  makeRequest,
  makeSession,
  makeUser,
  reportScans,
} from '../../support/worlds/factories.ts'

/** The clock of tests stands still, so that all of it has one time. */
async function fillWithTies({ server, asker, colleague }: Scene): Promise<void> {
  const levels = ['malicious', 'suspicious', 'safe'] as const
  for (const user of [asker, colleague]) {
    await reportScans(
      server,
      user,
      Array.from({ length: 36 }, (_, at) => ({
        threat_level: levels[at % levels.length] ?? 'safe',
        sender: `sender-${at}@strange.example`,
        subject: `Mail ${at}`,
      })),
    )
    for (let at = 0; at < 8; at += 1) {
      await makeFlag(server, user, { flag_type: 'red', value: `flagged-${at}.example` })
      await makeRequest(server, user, at % 2 === 0 ? 'mail-report' : 'support-request')
      await makeSession(server, user)
    }
  }
  const { organizationId } = asker
  for (let at = 0; at < 8; at += 1)
    await makeUser(server, { organizationId, full_name: 'Namesake' })
}

/** Gives every second row another place on the disk, by which the engine orders what is equal. */
async function moveRows({ database }: TestServer): Promise<void> {
  for (const { name, isView, columns } of await database.introspection.getTables()) {
    const [column] = columns
    if (isView || column === undefined) continue
    const same = sql.ref(column.name)
    await sql`update ${sql.table(name)} set ${same} = ${same}
      where (ctid::text::point)[1]::int % 2 = 0`.execute(database)
  }
}

/** Calls that a user reads by; the trail of these two grows while it is read. */
const reading = cases.filter(
  ({ call }) => call.startsWith('GET ') && !/\/(audit|data)(\/|$)/.test(call),
)

async function readAll(scene: Scene, who: Asker, token: string): Promise<Record<string, string>> {
  const answers: Record<string, string> = {}
  for (const { call, kind, status, attempt } of reading) {
    if (status[who] !== 200) continue
    const { text } = await scene.server.get(`/api${attempt(scene).path}`, { token })
    answers[`${call} ${kind}`] = text
  }
  return answers
}

test.each(askers)(
  'every list and limit that the %s reads stays in its order among rows of one time, without new mail',
  async (who) => {
    await using created = await createTestDatabase()
    // An index would order by its other columns, too, which the next plan need not take.
    const address = `${created.address}?options=${encodeURIComponent('-c enable_indexscan=off -c enable_bitmapscan=off')}`
    await using server = await createTestServer({ address })
    const scene = await setScene(server, who)
    await fillWithTies(scene)
    const token = await makeSession(server, scene.asker)
    const before = await readAll(scene, who, token)
    expect(Object.keys(before).length).toBeGreaterThan(10)
    for (let times = 0; times < 2; times += 1) {
      await moveRows(server)
      expect(await readAll(scene, who, token)).toEqual(before)
    }
  },
)

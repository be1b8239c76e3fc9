import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPlace } from '../support/browser/place.ts'
import { mailPrograms, senders, startTestLab, type TestLab } from '../support/mail-lab/start.ts'
import { startServer } from '../support/server/running-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { until } from '../support/until.ts'
import {
  changeOrganization,
  type MadeUser,
  makeDomain,
  makeUser,
  type Place,
} from '../support/worlds/factories.ts'
import { makeFlag, makeOperatorKey } from '../support/worlds/mail-factories.ts'

/* Aman behind Postfix and rspamd of this machine with the files for keys of the operator. */

const firm = 'firm.example'
const clinic = 'clinic.example'
const suspended = 'suspended.example'
const refused = { code: 554, text: '5.7.1 Blocked by the recipient' }

describe.skipIf(mailPrograms === undefined)('keys of the operator at SMTP', () => {
  const parts = new AsyncDisposableStack()
  let place: Place
  let lab: TestLab
  let rania: MadeUser
  let omar: MadeUser
  let tagged: MadeUser

  beforeAll(async () => {
    const folder = parts.use(await temporaryFolder())
    const databaseUrl = `file:${join(folder.path, 'aman.db')}`
    place = parts.use(await openPlace(databaseUrl))
    rania = await makeUser(place, { email: `rania@${firm}` })
    await makeDomain(place, rania.organizationId, firm)
    omar = await makeUser(place, { email: `omar@${clinic}` })
    tagged = await makeUser(place, { email: `rania+sales@${firm}` })
    const paused = await makeUser(place, { email: `huda@${suspended}` })
    for (const user of [rania, paused]) {
      await makeFlag(place, user, { flag_type: 'red', value: 'cedar-supplies.example' })
    }
    await changeOrganization(place, paused.organizationId, {
      suspended_at: place.clock().toISOString(),
    })
    const server = parts.use(await startServer(databaseUrl))
    lab = parts.use(
      await startTestLab({
        origin: server.url,
        isOfOperator: true,
        reportKey: (await makeOperatorKey(place, 'report')).key,
        flagsKey: (await makeOperatorKey(place, 'flags')).key,
        analyseKey: (await makeOperatorKey(place, 'analyse')).key,
        domains: [firm, clinic, suspended],
        // A slow machine judges, too.
        edit: (text) => text.replace('aman {', 'aman {\n  judge_timeout = 20.0;'),
      }),
    )
    await lab.flagsAre('red', 2)
    // Two domains, and the tag that is an address of another organization.
    await lab.domainsAre(4)
  })
  afterAll(() => parts.disposeAsync())

  const send = (subject: string, to: readonly string[]) =>
    lab.send(senders.supplier, {
      from: 'Layla <layla@cedar-supplies.example>',
      ...{ to, subject, text: 'Our offer of Tuesday stands.' },
    })

  /** The stored mail of a user, once there is as much. */
  async function stored({ id }: MadeUser, count: number) {
    const read = () =>
      place.database.selectFrom('scans').select('judge_level').where('user_id', '=', id).execute()
    await until(async () => (await read()).length >= count)
    return read()
  }

  test('a flag of one organization acts on no mail of another', async () => {
    expect(await send('To a flagger', [rania.email])).toMatchObject(refused)
    expect(await send('To another', [omar.email])).toMatchObject({ code: 250 })
    // The address without its tag is of another organization.
    expect(await send('To a tag', [tagged.email])).toMatchObject({ code: 250 })
    expect(await send('To a free tag', [`rania+news@${firm}`])).toMatchObject(refused)
    expect(await send('To both', [rania.email, omar.email])).toMatchObject({ code: 250 })
    for (const [user, count] of [
      [rania, 4],
      [omar, 2],
    ] as const) {
      const scans = await stored(user, count)
      // rspamd takes the tag off in its report, so that the mail to it is one of them.
      expect(scans).toHaveLength(count)
      // Each organization asked its judge.
      expect(scans.map(({ judge_level }) => judge_level)).not.toContain(null)
    }
  })

  test('flags of a suspended organization stay in force', async () => {
    expect(await send('To the suspended', [`huda@${suspended}`])).toMatchObject(refused)
  })
})

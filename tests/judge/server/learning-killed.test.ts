import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { countsOf } from '../../../judge/learn/layer.ts'
import { tableOf } from '../../../judge/learn/shift.ts'
import { storeVector } from '../../../judge/learn/vector.ts'
import { dayMs, isoAfter, minuteMs } from '../../../server/core/clock.ts'
import { countRows } from '../../../server/database/count-rows.ts'
import { newId } from '../../../server/database/id.ts'
import { openDatabase } from '../../../server/database/opening/open.ts'
import type { Services } from '../../../server/http/services.ts'
import { learnOnce, lessonNames, markSender } from '../../../server/judge/judge.ts'
import { keepPending } from '../../../server/judge/learning/keep-pending.ts'
import { packTable, unpackLayer } from '../../../server/judge/learning/packed.ts'
import { makeState } from '../../../server/judge/learning/state.ts'
import { killedAfter } from '../../support/server/query-plugins.ts'
import { createTestServer } from '../../support/server/server.ts'
import { createTestDatabase } from '../../support/server/test-database.ts'
import { makeOrganization, makeUser } from '../../support/worlds/factories.ts'

test('an update that is killed at any statement leaves the old version or the new one, and two servers learn the rest once', async () => {
  await using given = await createTestDatabase()
  await using one = await createTestServer({ address: given.address })
  await using cleanUp = new AsyncDisposableStack()
  const database = await openDatabase(given.address)
  cleanUp.defer(() => database.destroy())
  const other = { ...one.services, database }
  const seen = { before: 0, after: 0 }
  for (let isKilled = true, statements = 0; isKilled; statements += 1) {
    const pupil = await makePupil(one.services)
    await giveLesson(one.services, pupil)
    one.clock.pass(5 * minuteMs)
    await learnOnce(one.services)
    one.clock.pass(dayMs)
    await giveLesson(one.services, pupil)
    one.clock.pass(5 * minuteMs)
    const killed = { ...other, database: database.withPlugin(killedAfter(statements)) }
    isKilled = await learnOnce(killed).then(
      () => false,
      () => true,
    )
    const state = await stateOf(one.services, pupil.organizationId)
    seen[state.version === 2 ? 'after' : 'before'] += 1
    expect([secondDay.before, secondDay.after]).toContainEqual(state)
    one.clock.pass(minuteMs)
    await Promise.all([learnOnce(one.services), learnOnce(other)])
    expect(await stateOf(one.services, pupil.organizationId)).toEqual(secondDay.after)
    await dismiss(one.services, pupil.organizationId)
  }
  expect(seen.before).toBeGreaterThanOrEqual(20)
  expect(seen.after).toBeGreaterThanOrEqual(1)
})

type Place = Pick<Services, 'database' | 'clock' | 'log' | 'sealer'>

const users = 2
const marksOfUser = 2
const mails = 2
/** So much one lesson of an organization holds. */
const lesson = { marks: users * marksOfUser, mails }

/** An organization that learns from marks and from mail. */
async function makePupil(place: Place) {
  const organizationId = await makeOrganization(place)
  await makeState(place.database, organizationId)
  await place.database
    .updateTable('learning')
    .set({ learns_from_mail: 1 })
    .where('organization_id', '=', organizationId)
    .execute()
  const made = Array.from({ length: users }, () => makeUser(place, { organizationId }))
  return { organizationId, users: await Promise.all(made) }
}

type Pupil = Awaited<ReturnType<typeof makePupil>>

/** Marks of each user, and mail whose verdict has come. */
async function giveLesson(place: Place, { organizationId, users: members }: Pupil) {
  const { database, clock } = place
  for (const { id: userId } of members) {
    for (let number = 0; number < marksOfUser; number += 1) {
      await database.transaction().execute((transaction) =>
        markSender(
          place,
          transaction,
          {
            ...{ organizationId, userId, source: 'green_flag' as const },
            ...{ isDangerous: false, isConfirmed: false },
          },
          `${newId()}.example`,
        ),
      )
    }
  }
  const names = await lessonNames(place, organizationId)
  for (let number = 0; number < mails; number += 1) {
    const messageId = `<${newId()}@shop.example>`
    const places = Buffer.from(storeVector(Uint16Array.of(number, 99, 2000))).toString('base64')
    const opinion = { score: 0.1, sharedLevel: 'safe', level: 'safe' } as const
    const sender = 'news@shop.example'
    const mail = { messageId, sender, isKnownSender: true, places, ...opinion }
    await keepPending(place, organizationId, mail)
    await database
      .insertInto('mail_lessons')
      .values({
        ...{ organization_id: organizationId, scan_id: newId(), user_id: members[0]?.id ?? '' },
        ...{ mail: names.mail(messageId), threat_level: 'safe', sender_domain: 'shop.example' },
        ...{ received_at: clock().toISOString(), delete_after: isoAfter(clock(), 30 * dayMs) },
        ...{ change: null, sealed: '' },
      })
      .execute()
  }
}

/** All that an update writes, in a form in which two states can be compared. */
async function stateOf({ database }: Pick<Place, 'database'>, organizationId: string) {
  const { version } = await database
    .selectFrom('learning')
    .select('version')
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  const versions = await database
    .selectFrom('learnt_versions')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('number')
    .execute()
  const marks = await database
    .selectFrom('marks')
    .select(['state', 'sealed'])
    .where('organization_id', '=', organizationId)
    .execute()
  const rowsIn = (table: 'pending_lessons' | 'mail_lessons') =>
    countRows(database.selectFrom(table).where('organization_id', '=', organizationId))
  const acts = await database
    .selectFrom('audit')
    .select(['action', 'detail'])
    .where('target_id', '=', organizationId)
    .orderBy('id')
    .execute()
  return {
    version,
    versions: versions.map(({ number, marks: ofMarks, mails: ofMails, layer, judging }) => {
      const opened = unpackLayer(layer)
      const table = number === version ? packTable(tableOf(opened)) : ''
      const counted = { marks: ofMarks, mails: ofMails }
      const isWhole = isDeepStrictEqual(countsOf(opened), counted)
      return { number, ...counted, isWhole: isWhole && judging === table }
    }),
    waiting: marks.filter(({ state, sealed }) => state === 'waits' && sealed !== '').length,
    learnt: marks.filter(({ state, sealed }) => state === 'learnt' && sealed === '').length,
    marks: marks.length,
    pending: await rowsIn('pending_lessons'),
    verdicts: await rowsIn('mail_lessons'),
    acts: acts.map(({ action, detail }) => `${action} ${detail}`),
  }
}

type LearntState = Awaited<ReturnType<typeof stateOf>>

/** The states before and after the lesson of a second day. */
const secondDay = {
  before: expectedOf(1),
  after: expectedOf(2),
} as const

function expectedOf(days: 1 | 2): LearntState {
  const isAfter = days === 2
  const versions = [1, 2].slice(0, days).map((number) => ({
    ...{ number, isWhole: true },
    ...{ marks: number * lesson.marks, mails: number * lesson.mails },
  }))
  return {
    ...{ version: days, versions, marks: 2 * lesson.marks },
    waiting: isAfter ? 0 : lesson.marks,
    learnt: days * lesson.marks,
    pending: isAfter ? 0 : lesson.mails,
    verdicts: isAfter ? 0 : lesson.mails,
    acts: [1, 2]
      .slice(0, days)
      .flatMap((number) => Array(users).fill(`judge-learn version ${number}, ${marksOfUser}`)),
  }
}

/** Takes the organization out of what later runs look at. */
async function dismiss({ database }: Pick<Place, 'database'>, organizationId: string) {
  for (const table of ['learnt_versions', 'pending_lessons', 'mail_lessons', 'marks'] as const) {
    await database.deleteFrom(table).where('organization_id', '=', organizationId).execute()
  }
}

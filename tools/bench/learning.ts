import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { emptyLayer } from '../../judge/learn/layer.ts'
import { type Lesson, learn } from '../../judge/learn/learn.ts'
import { tableOf } from '../../judge/learn/shift.ts'
import { storeVector } from '../../judge/learn/vector.ts'
import { shippedModel } from '../../judge/model/shipped.ts'
import { dayMs, secondMs } from '../../server/core/clock.ts'
import { learnInThread } from '../../server/judge/learning/learn-in-thread.ts'
import { packLayer, packTable } from '../../server/judge/learning/packed.ts'
import { openPlace } from '../../tests/support/browser/place.ts'
import { startServer } from '../../tests/support/server/running-server.ts'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { rowsOfEveryTable } from '../../tests/support/worlds/every-table.ts'
import { makeOrganization, type Place } from '../../tests/support/worlds/factories.ts'
import { makeGatewayKey } from '../../tests/support/worlds/mail-factories.ts'
import { Random } from '../../training/random.ts'
import { conclude } from './bar.ts'
import { type Call, p99, startOpenLoop } from './judge/open-loop.ts'

/*
 * npm run bench:learning -- [--per-second 40] [--seconds 60] [--organizations 1000]:
 * what it costs that organizations teach their judge. Mails of an organization with a layer and of one
 * without are analysed in turn.
 */

const spans = 6
const daysOfSpan = 5
const versions = 5
const placesOfMail = 150
const today = Math.floor(Date.now() / dayMs)

const { values } = parseArgs({
  options: {
    'per-second': { type: 'string', default: '40' },
    seconds: { type: 'string', default: '60' },
    organizations: { type: 'string', default: '1000' },
  },
})
await using folder = await temporaryFolder()
const rows = learntRows({ marks: 120, mails: 1200 })
const most = learntRows({ marks: 1200, mails: 30_000 })
const update = await measureUpdate(most)
const url = `file:${join(folder.path, 'learnt.db')}`
const organizations = Number(values.organizations)
const { plainMs, learntMs, moreMegabytes, failed } = await measureAnalyses(url, rows, {
  organizations,
  perSecond: Number(values['per-second']),
  seconds: Number(values.seconds),
})
const bars = [
  { name: 'analysis with a layer: p99, times that without', value: learntMs / plainMs, limit: 1.2 },
  { name: 'the longest update', value: update.longestMs, limit: 1000, unit: 'ms' },
  {
    name: 'the longest that it held the event loop beyond the calm one',
    value: update.heldMs,
    limit: 50,
    unit: 'ms',
  },
  { name: 'stored for an organization', value: rows.bytes / 1e6, limit: 1, unit: 'MB' },
  { name: 'stored for one with 30,000 mails', value: most.bytes / 1e6, limit: 1, unit: 'MB' },
  {
    name: `memory for ${organizations} organizations`,
    value: moreMegabytes,
    limit: organizations / 5,
    unit: 'MB',
  },
  { name: 'answers other than 200', value: failed, limit: 0 },
]
conclude(
  [],
  bars,
  `p99 ${plainMs.toFixed(1)} ms without a layer, ${learntMs.toFixed(1)} ms with one.`,
)

type Taught = Readonly<Record<'marks' | 'mails', number>>

/** Words of mail: a few are in most of it, and most of them in little. */
function lessons({ marks, mails }: Taught, random: Random): Lesson[] {
  return Array.from({ length: marks + mails }, (_, at) => ({
    vector: Uint16Array.from(
      new Set(Array.from({ length: placesOfMail }, () => Math.floor(65_536 * random.next() ** 4))),
    ).sort(),
    isDangerous: at < marks && at % 2 === 0,
    source: at < marks ? ('mark' as const) : ('ordinary' as const),
    isConfirmed: at < marks,
    person: at,
    sender: at,
    score: 0.2,
    isKnownSender: true,
  }))
}

/** The rows of an organization that is taught so much in 30 days. */
function learntRows(monthly: Taught) {
  const random = new Random(1)
  let layer = emptyLayer()
  for (let span = 0; span < spans; span += 1) {
    const ofSpan = { marks: monthly.marks / spans, mails: monthly.mails / spans }
    const day = today - daysOfSpan * (spans - 1 - span)
    const seed = new Uint8Array(32).fill(span)
    layer = learn(layer, lessons(ofSpan, random), day, seed)
  }
  const stored = packLayer(layer)
  const judging = packTable(tableOf(layer))
  return { layer: stored, judging, bytes: versions * stored.length + judging.length }
}

type Rows = ReturnType<typeof learntRows>

/** The longest of some updates with as many lessons as one may have, beside four older versions that fade. */
async function measureUpdate({ layer }: Rows) {
  const given = lessons({ marks: 200, mails: 500 }, new Random(2)).map(({ vector, ...lesson }) => ({
    ...lesson,
    mail: '',
    places: Buffer.from(storeVector(vector)).toString('base64'),
  }))
  const safe = Array.from(
    { length: 100 },
    (_, at) => `From: <a${at}@b.example>\r\nSubject: Hi\r\n\r\n`,
  )
  const once = () =>
    learnInThread({
      ...{ layer, lessons: given, safe, day: today, perThousand: 10 },
      former: Array.from({ length: versions - 1 }, () => layer),
    })
  // The start of the thread and the compiler's time are not counted.
  await once()
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  // A busy machine holds it without us.
  await setTimeout(2 * secondMs)
  const calmMs = delay.max / 1e6
  delay.reset()
  const times: number[] = []
  for (let round = 0; round < 10; round += 1) {
    const start = performance.now()
    await once()
    times.push(performance.now() - start)
  }
  delay.disable()
  return { longestMs: Math.max(...times), heldMs: Math.max(0, delay.max / 1e6 - calmMs) }
}

async function makeLearnt({ database, clock }: Place, { layer, judging }: Rows) {
  const organization_id = await makeOrganization({ database, clock })
  const { learning, learnt_versions } = await rowsOfEveryTable(clock())
  const chosen = { ...learning, organization_id, learns_from_mail: 0 as const }
  await database.insertInto('learning').values(chosen).execute()
  const { version: model } = shippedModel
  const version = { ...learnt_versions, organization_id, model, layer, judging }
  await database.insertInto('learnt_versions').values(version).execute()
  return organization_id
}

type Load = Readonly<Record<'perSecond' | 'seconds' | 'organizations', number>>

/** Mails of organizations with and without a layer in turn, and then one of each of many. */
async function measureAnalyses(databaseUrl: string, rows: Rows, load: Load) {
  const { plain, learnt, others } = await (async () => {
    await using place = await openPlace(databaseUrl)
    const keyOf = (id: string) => makeGatewayKey(place, id, 'analyse')
    const others: string[] = []
    for (let at = 0; at < load.organizations; at += 1) {
      others.push(await keyOf(await makeLearnt(place, rows)))
    }
    return {
      plain: await keyOf(await makeOrganization(place)),
      learnt: await keyOf(await makeLearnt(place, rows)),
      others,
    }
  })()
  await using server = await startServer(databaseUrl)
  using sender = await startOpenLoop()
  const callOf = (name: string, token: string): Call => ({
    ...{ name, token, path: '/analyses', mail: 'small' },
  })
  const { port } = server
  const both = { port, calls: [callOf('plain', plain), callOf('learnt', learnt)], ...load }
  await sender.run({ ...both, seconds: 5 })
  const answers = await sender.run(both)
  const before = server.residentMegabytes()
  const calls = others.map((token) => callOf('others', token))
  const perSecond = load.perSecond
  const many = await sender.run({ port, calls, perSecond, seconds: calls.length / perSecond })
  return {
    plainMs: p99(answers, 'plain'),
    learntMs: p99(answers, 'learnt'),
    moreMegabytes: server.residentMegabytes() - before,
    failed: [...answers, ...many].filter(({ status }) => status !== 200).length,
  }
}

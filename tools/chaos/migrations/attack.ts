import { randomUUID } from 'node:crypto'
import { copyFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { wordsOfCause } from '../../../server/core/start-error.ts'
import { addressOf, openPlace } from '../../../tests/support/browser/place.ts'
import {
  connectTo,
  type EarlierRow,
  insertRow,
} from '../../../tests/support/server/earlier-database.ts'
import { type Attack, bothEngines, type Row, row } from '../prove/attack.ts'
import { operate, type Stage } from '../prove/stage.ts'
import { findWrong, isOld, large, makeOldDatabase, type OldDatabase } from './old-database.ts'
import {
  interrupt,
  rejections,
  type Start,
  startOnce,
  startRejected,
  startWithin,
} from './starts.ts'

/** In each large table. */
const size = 40_000
const rounds = 10
/** One line that an operator can act on, without a stack. */
const oneLine = /^Cannot (?:open|use) the database .+\n$/
const aboutRoom = /disk|space|read-only/i
/** The first does not even hold the log's beginning, the second a part of the migration. */
const blocks = [1, 2048] as const
const healed = 'a fresh schema, every row'

interface Scene {
  readonly stage: Stage
  /** @returns the DATABASE_URL of a new copy of the old database */
  readonly copy: () => Promise<string>
  readonly old: OldDatabase
  readonly migratedMs: number
}

export const migrationsAttack: Attack = {
  name: 'migrations',
  engines: bothEngines,
  async try(stage) {
    const original = await stage.newDatabase()
    const old = await makeOldDatabase(original, size, await stage.newDatabase())
    const copy = () => copyOf(stage, original)
    const { isServing, words, migratedMs } = await startOnce(await copy())
    if (!isServing) throw new Error(`no start: ${words}`)
    const scene: Scene = { stage, copy, old, migratedMs }
    const rows = [
      await interrupted(scene, 'kill', rounds, {
        fault: 'the server is killed while it migrates',
        expected: `the next start ends it: ${healed}`,
      }),
    ]
    if (stage.cluster !== undefined) {
      const cut = await interrupted(scene, 'cut', rounds / 2, {
        fault: 'the connection is cut while the server migrates',
        expected: `one line of words; the next start ends it: ${healed}`,
      })
      rows.push(cut)
    }
    return [...rows, await besideOldServer(stage), await withoutRoom(scene)]
  },
}

/** The copy of a database that is not in use. */
async function copyOf({ cluster, newDatabase }: Stage, databaseUrl: string): Promise<string> {
  const copy = await newDatabase()
  if (cluster === undefined) await copyFile(addressOf(databaseUrl), addressOf(copy))
  else {
    const [name, original] = [copy, databaseUrl].map((url) => new URL(url).pathname.slice(1))
    await operate(cluster.url('postgres'), `drop database ${name}`)
    await operate(cluster.url('postgres'), `create database ${name} template ${original}`)
  }
  return copy
}

async function interrupted(
  { copy, old, migratedMs }: Scene,
  how: 'kill' | 'cut',
  tried: number,
  told: Pick<Row, 'fault' | 'expected'>,
): Promise<Row> {
  let halfWay = 0
  const problems: string[] = []
  for (let round = 0; round < tried; round += 1) {
    const databaseUrl = await copy()
    const words = await interrupt(databaseUrl, how, Math.random() * migratedMs)
    if (await isOld(databaseUrl)) halfWay += 1
    // The server cannot go on, and says so.
    if (how === 'cut' && words !== '' && !oneLine.test(words)) problems.push(words)
    problems.push(...(await findWrong(databaseUrl, old)))
  }
  const figures = `${halfWay} before it was through, none half done`
  return row({ ...told, tried, figures, problems, wasTried: halfWay > 0 })
}

/** Servers of two versions must not run at once, but one that was forgotten loses nothing. */
async function besideOldServer(stage: Stage): Promise<Row> {
  const databaseUrl = await stage.newDatabase()
  const old = await makeOldDatabase(databaseUrl, size, await stage.newDatabase())
  const scan = old.rows.find(({ table }) => table === 'scans')
  if (scan === undefined) throw new Error('no mail in the old database')
  const starting = Promise.all([startOnce(databaseUrl), startOnce(databaseUrl)])
  const { stored, putOff, result: starts } = await storeMeanwhile(databaseUrl, scan, starting)
  const lost = await lostOf(databaseUrl, stored)
  // Rows that end by themselves are deleted by the servers that serve.
  const isLasting = (table: string) => Object.hasOwn(large, table)
  const counts = { ...old.counts, scans: Number(old.counts.scans) + stored.length }
  const expected = {
    fresh: old.fresh,
    rows: old.rows.filter(({ table }) => isLasting(table)),
    counts: Object.fromEntries(Object.entries(counts).filter(([table]) => isLasting(table))),
  }
  return row({
    fault:
      'two servers start at once on the database of the version before, which a server of that version goes on writing',
    tried: 1,
    expected: `both serve; ${healed}, and every mail that the old one stored`,
    figures: `${stored.length} mails stored meanwhile, ${putOff} put off`,
    problems: [
      ...starts.filter(({ isServing }) => !isServing).map(({ words }) => words),
      ...lost.map((id) => `the mail ${id} is lost`),
      ...(await findWrong(databaseUrl, expected)),
    ],
    wasTried: stored.length > 0,
  })
}

async function withoutRoom({ stage, copy, old }: Scene): Promise<Row> {
  const databaseUrl = await copy()
  const starts: Start[] = []
  if (stage.cluster === undefined) {
    for (const most of blocks) starts.push(await startWithin(databaseUrl, most))
  } else {
    for (const rejection of rejections) starts.push(await startRejected(databaseUrl, rejection))
  }
  const unclear = starts.filter(
    ({ code, words }) => code !== 1 || !oneLine.test(words) || !aboutRoom.test(words),
  )
  return row({
    fault: 'the disk is full or takes no writes while the server migrates',
    tried: starts.length,
    expected: `one line that names the cause; the next start ends it: ${healed}`,
    figures: starts.map(({ words }) => words.trim()).join('; '),
    problems: [
      ...unclear.map(({ code, words }) => `exit code ${code}: ${words}`),
      ...((await isOld(databaseUrl)) ? [] : ['it migrated without room']),
      ...(await findWrong(databaseUrl, old)),
    ],
  })
}

const pauseMs = 5
const afterwards = 20
/**
 * That of a lock that another process holds, which a server answers with 503, or of a column that the older
 * version does not know: such mail is not acknowledged either.
 */
const isRefused = (words: string) => /locked|busy|deadlock|lock timeout|not.null/i.test(words)

/**
 * Stores mail with the columns of the version before, one after the other, until the task is done and
 * a little longer, as a server does that was not stopped.
 * @throws Error for anything but a refusal
 */
async function storeMeanwhile<Result>(
  databaseUrl: string,
  scan: EarlierRow,
  task: Promise<Result>,
) {
  const database = connectTo(addressOf(databaseUrl))
  /** Mails that it was told are stored. */
  const stored: string[] = []
  /** How often it was told to come again. */
  let putOff = 0
  let isDone = false
  const done = task.finally(() => {
    isDone = true
  })
  // It fails below, where it is awaited.
  done.catch(() => undefined)
  let after = 0
  try {
    while (after < afterwards) {
      if (isDone) after += 1
      const id = randomUUID()
      const outcome = await insertRow(database, { ...scan, row: { ...scan.row, id } }).then(
        () => '',
        wordsOfCause,
      )
      if (outcome === '') stored.push(id)
      else if (isRefused(outcome)) putOff += 1
      else throw new Error(`the old server: ${outcome}`)
      await setTimeout(pauseMs)
    }
  } finally {
    await database.destroy()
  }
  return { stored, putOff, result: await done }
}

/** @returns those that the newer servers do not have */
async function lostOf(databaseUrl: string, stored: readonly string[]): Promise<readonly string[]> {
  await using place = await openPlace(databaseUrl)
  const rows = await place.database.selectFrom('scans').select('id').execute()
  const ids = new Set(rows.map(({ id }) => id))
  return stored.filter((id) => !ids.has(id))
}

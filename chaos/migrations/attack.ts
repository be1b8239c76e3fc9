import { type Attack, bothEngines, type Result, type Stage, tell } from '../prove/attack.ts'
import { type Copies, copiesOf } from './copies.ts'
import { interrupt, startOnce } from './interruptions.ts'
import { refusals, startsWithoutRoom, whileRejecting } from './no-room.ts'
import { makeOldDatabase, type OldDatabase } from './old-database.ts'
import { findWrong, isOld, schemaOf } from './verify.ts'

/** In each large table. */
const rows = 40_000
const rounds = 10
/** One line that a person can act on, without a stack. */
const oneLine = /^Cannot (?:open|use) the database .+\n$/

interface Scene {
  readonly copy: Copies
  readonly old: OldDatabase
  /** The schema of a database that never was of an earlier version. */
  readonly fresh: readonly string[]
  readonly migratedMs: number
}

export const migrationsAttack: Attack = {
  name: 'migrations',
  engines: bothEngines,
  async try(stage) {
    const scene = await prepare(stage)
    const results = [await killed(scene)]
    if (stage.cluster !== undefined) results.push(await cut(scene))
    return [...results, await twoAtOnce(scene), await withoutRoom(stage, scene)]
  },
}

async function prepare(stage: Stage): Promise<Scene> {
  const original = await stage.newDatabase()
  const old = await makeOldDatabase(original, rows)
  const copy = copiesOf(stage, original)
  const fresh = await schemaOf(await stage.newDatabase())
  const { url, words, migratedMs } = await startOnce(await copy())
  if (url === undefined) throw new Error(`no start: ${words}`)
  return { copy, old, fresh, migratedMs }
}

async function killed({ copy, old, fresh, migratedMs }: Scene): Promise<Result> {
  let halfWay = 0
  const problems: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    const databaseUrl = await copy()
    await interrupt(databaseUrl, 'kill', Math.random() * migratedMs)
    if (await isOld(databaseUrl)) halfWay += 1
    problems.push(...(await findWrong(databaseUrl, old, fresh)))
  }
  return {
    fault: 'the server is killed while it migrates',
    tried: rounds,
    expected: 'the next start ends it: a fresh schema, every row',
    seen: tell([`${halfWay} before it was through, none half done`, ...problems]),
    holds: problems.length === 0 && halfWay > 0,
  }
}

/** The server cannot go on, and says so. */
async function cut({ copy, old, fresh, migratedMs }: Scene): Promise<Result> {
  let halfWay = 0
  const problems: string[] = []
  for (let round = 0; round < rounds / 2; round += 1) {
    const databaseUrl = await copy()
    const words = await interrupt(databaseUrl, 'cut', Math.random() * migratedMs)
    if (await isOld(databaseUrl)) halfWay += 1
    if (words !== '' && !oneLine.test(words)) problems.push(words)
    problems.push(...(await findWrong(databaseUrl, old, fresh)))
  }
  return {
    fault: 'the connection is cut while the server migrates',
    tried: rounds / 2,
    expected: 'one line of words; the next start ends it: a fresh schema, every row',
    seen: tell([`${halfWay} before it was through, none half done`, ...problems]),
    holds: problems.length === 0 && halfWay > 0,
  }
}

async function twoAtOnce({ copy, old, fresh }: Scene): Promise<Result> {
  const databaseUrl = await copy()
  const starts = await Promise.all([startOnce(databaseUrl), startOnce(databaseUrl)])
  const problems = [
    ...starts.filter(({ url }) => url === undefined).map(({ words }) => words),
    ...(await findWrong(databaseUrl, old, fresh)),
  ]
  return {
    fault: 'two servers start at once on an old database',
    tried: 1,
    expected: 'both serve; a fresh schema, every row',
    seen: tell(problems.length === 0 ? ['both serve, nothing is missing'] : problems),
    holds: problems.length === 0,
  }
}

const aboutRoom = /disk|space|read-only/i

async function withoutRoom({ cluster }: Stage, { copy, old, fresh }: Scene): Promise<Result> {
  const databaseUrl = await copy()
  const refused =
    cluster === undefined
      ? await startsWithoutRoom(databaseUrl)
      : await Array.fromAsync(refusals, (errorAnswer) =>
          whileRejecting(databaseUrl, errorAnswer, () => startOnce(databaseUrl)),
        )
  const unclear = refused.filter(
    ({ code, words }) => code !== 1 || !oneLine.test(words) || !aboutRoom.test(words),
  )
  const problems = [
    ...unclear.map(({ code, words }) => `exit code ${code}: ${words}`),
    ...((await isOld(databaseUrl)) ? [] : ['it migrated without room']),
    ...(await findWrong(databaseUrl, old, fresh)),
  ]
  return {
    fault: 'the disk is full or takes no writes while the server migrates',
    tried: refused.length,
    expected: 'one line that names the cause; the next start ends it: a fresh schema, every row',
    seen: tell(problems.length === 0 ? refused.map(({ words }) => words.trim()) : problems),
    holds: problems.length === 0,
  }
}

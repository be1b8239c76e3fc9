import { parseArgs } from 'node:util'
import { wordsOfCause } from '../server/start-error.ts'
import {
  type Attack,
  bothEngines,
  type Engine,
  type JointAttack,
  type Result,
  type Stage,
} from './prove/attack.ts'
import { attacks, jointAttacks } from './prove/attacks.ts'
import { openStage } from './prove/stage.ts'
import { type Row, tableOf } from './prove/table.ts'

/*
 * npm run prove -- [--only kill,fuzz] [--engine file|PostgreSQL] [--soak-minutes 10]: makes the attacks
 * that are too long for npm test, on both engines, and prints a table of what was tried, expected and
 * seen. One row that does not hold, or one attack that could not be made, is a failure.
 */

const options = {
  only: { type: 'string' },
  engine: { type: 'string' },
  'soak-minutes': { type: 'string', default: '10' },
} as const
const { chosen, joint, engines } = readCommand()
const started = performance.now()
const rows: Row[] = []
for (const engine of engines) {
  const ofEngine = chosen.filter((attack) => attack.engines.includes(engine))
  if (ofEngine.length > 0) rows.push(...(await proveOn(engine, ofEngine)))
}
for (const attack of joint) rows.push(...(await proveOnAll(attack)))

const minutes = ((performance.now() - started) / 60_000).toFixed(1)
const failed = rows.filter((row) => !row.holds).length
console.log(tableOf(rows))
console.log(`\n${rows.length} rows, ${failed} that do not hold, ${minutes} min`)
process.exitCode = failed === 0 && rows.length > 0 ? 0 : 1

function readCommand() {
  try {
    const { only, engine, 'soak-minutes': soakMinutes } = parseArgs({ options }).values
    const inTime = jointAttacks(Number(soakMinutes))
    const isChosen = chooser([...attacks, ...inTime], only?.split(','))
    return {
      chosen: attacks.filter(isChosen),
      joint: inTime.filter(isChosen),
      engines: chooseEngines(engine),
    }
  } catch (cause) {
    console.error(wordsOfCause(cause))
    process.exit(1)
  }
}

function chooser(known: readonly { readonly name: string }[], names?: readonly string[]) {
  const unknown = names?.filter((name) => !known.some((attack) => attack.name === name)) ?? []
  if (unknown.length === 0) return ({ name }: { name: string }) => names?.includes(name) ?? true
  const choice = known.map(({ name }) => name).join(', ')
  throw new Error(`--only takes ${choice}, not ${unknown.join(', ')}`)
}

function chooseEngines(name: string | undefined): readonly Engine[] {
  if (name === undefined) return bothEngines
  const engines = bothEngines.filter((engine) => engine === name)
  if (engines.length === 1) return engines
  throw new Error(`--engine takes ${bothEngines.join(' or ')}, not ${name}`)
}

async function proveOn(engine: Engine, ofEngine: readonly Attack[]): Promise<Row[]> {
  try {
    await using stage = await openStage(engine)
    const results: Result[] = []
    for (const attack of ofEngine) results.push(...(await make(attack, stage)))
    return results.map((result) => ({ ...result, engine }))
  } catch (cause) {
    const words = wordsOfCause(cause)
    return [{ fault: 'all', tried: 0, expected: 'an engine', seen: words, holds: false, engine }]
  }
}

async function proveOnAll(attack: JointAttack): Promise<readonly Row[]> {
  await using cleanUp = new AsyncDisposableStack()
  try {
    const stages: Stage[] = []
    for (const engine of engines) stages.push(cleanUp.use(await openStage(engine)))
    const rows = await attack.tryOnAll(stages)
    for (const { engine, holds } of rows) {
      console.error(`${attack.name} on ${engine}: ${holds ? 'holds' : 'FAILS'}`)
    }
    return rows
  } catch (cause) {
    return engines.map((engine) => ({ ...unmade(attack.name, cause), engine }))
  }
}

function unmade(fault: string, cause: unknown): Result {
  const expected = 'to be made to its end'
  return { fault, tried: 1, expected, seen: wordsOfCause(cause), holds: false }
}

async function make(attack: Attack, stage: Stage): Promise<readonly Result[]> {
  const begun = performance.now()
  const results = await attack.try(stage).catch((cause) => [unmade(attack.name, cause)])
  const seconds = ((performance.now() - begun) / 1000).toFixed(0)
  const isWell = results.every(({ holds }) => holds)
  console.error(`${attack.name} on ${stage.engine}: ${isWell ? 'holds' : 'FAILS'}, ${seconds} s`)
  return results
}

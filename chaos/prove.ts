import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { stopChildrenWithUs } from '../scripts/run-command.ts'
import { wordsOfCause } from '../server/core/start-error.ts'
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
 * seen. One row that does not hold, one attack that could not be made to its end, or more than 30 minutes
 * for all of them is a failure.
 */

/** More than this and nobody makes them any more: all attacks, and as many minutes of the soak. */
const mostMinutesBesideSoak = 20
const mostMinutesOfOne = 5
/** Beyond the time that the soak lasts by itself. */
const mostMinutesAroundSoak = 3

const options = {
  only: { type: 'string' },
  engine: { type: 'string' },
  'soak-minutes': { type: 'string', default: '10' },
} as const
stopChildrenWithUs()
const { chosen, joint, engines, soakMinutes, areAll } = readCommand()
const started = performance.now()
const rows: Row[] = []
/** Attacks that were given up, and may go on. */
let givenUp = 0
for (const engine of engines) {
  const ofEngine = chosen.filter((attack) => attack.engines.includes(engine))
  if (ofEngine.length > 0) rows.push(...(await proveOn(engine, ofEngine)))
}
for (const attack of joint) rows.push(...(await proveOnAll(attack)))

const minutes = (performance.now() - started) / 60_000
const mostMinutes = mostMinutesBesideSoak + soakMinutes
const isLate = areAll && minutes > mostMinutes
const failed = rows.filter((row) => !row.holds).length
console.log(tableOf(rows))
const late = isLate ? `, FAILS: more than ${mostMinutes} min` : ''
console.log(`\n${rows.length} rows, ${failed} that do not hold, ${minutes.toFixed(1)} min${late}`)
process.exitCode = failed === 0 && rows.length > 0 && !isLate ? 0 : 1
// What goes on regardless is ended as if we were told to stop, its children included.
if (givenUp > 0) process.kill(process.pid, 'SIGTERM')

function readCommand() {
  try {
    const { only, engine, 'soak-minutes': soakMinutes } = parseArgs({ options }).values
    const ofSoak = Number(soakMinutes)
    if (!(ofSoak > 0 && Number.isFinite(ofSoak))) {
      throw new Error(`--soak-minutes takes a number above 0, not ${soakMinutes}`)
    }
    const inTime = jointAttacks(ofSoak)
    const isChosen = chooser([...attacks, ...inTime], only?.split(','))
    return {
      chosen: attacks.filter(isChosen),
      joint: inTime.filter(isChosen),
      engines: chooseEngines(engine),
      soakMinutes: ofSoak,
      areAll: only === undefined && engine === undefined,
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
  const made: Row[] = []
  try {
    await using stage = await openStage(engine)
    for (const attack of ofEngine) {
      for (const result of await make(attack, stage)) made.push({ ...result, engine })
    }
  } catch (cause) {
    made.push({ ...unmade('the database of the attacks', cause), engine })
  }
  return made
}

async function proveOnAll(attack: JointAttack): Promise<readonly Row[]> {
  const made: Row[] = []
  try {
    await using cleanUp = new AsyncDisposableStack()
    const stages: Stage[] = []
    for (const engine of engines) stages.push(cleanUp.use(await openStage(engine)))
    made.push(...(await inTime(soakMinutes + mostMinutesAroundSoak, attack.tryOnAll(stages))))
  } catch (cause) {
    made.push(...engines.map((engine) => ({ ...unmade(attack.name, cause), engine })))
  }
  for (const { engine, holds } of made) {
    console.error(`${attack.name} on ${engine}: ${holds ? 'holds' : 'FAILS'}`)
  }
  return made
}

function unmade(fault: string, cause: unknown): Result {
  const expected = 'to be made to its end'
  const seen = `not made to its end: ${wordsOfCause(cause)}`
  return { fault, tried: 1, expected, seen, holds: false }
}

async function make(attack: Attack, stage: Stage): Promise<readonly Result[]> {
  const begun = performance.now()
  const results = await inTime(mostMinutesOfOne, attack.try(stage)).catch((cause) => [
    unmade(attack.name, cause),
  ])
  const seconds = ((performance.now() - begun) / 1000).toFixed(0)
  const isWell = results.every(({ holds }) => holds)
  console.error(`${attack.name} on ${stage.engine}: ${isWell ? 'holds' : 'FAILS'}, ${seconds} s`)
  return results
}

async function inTime<Value>(minutes: number, attack: Promise<Value>): Promise<Value> {
  const done = new AbortController()
  const late = setTimeout(minutes * 60_000, undefined, { signal: done.signal }).then(() => {
    givenUp += 1
    throw new Error(`it took more than ${minutes} minutes`)
  })
  try {
    return await Promise.race([attack, late])
  } finally {
    done.abort()
  }
}

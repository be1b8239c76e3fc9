import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { wordsOfCause } from '../../server/core/start-error.ts'
import { table } from '../../tests/support/browser/table.ts'
import { stopChildrenWithUs } from '../scripts/run-command.ts'
import { connectionsAttack } from './connections/attack.ts'
import { doctorAttack } from './doctor/attack.ts'
import { failoverAttack } from './failover/attack.ts'
import { importAttack } from './import/attack.ts'
import { installAttack } from './install/attack.ts'
import { killAttack } from './kill/attack.ts'
import { listsAttack } from './lists/attack.ts'
import { mailboxesAttack } from './mailboxes/attack.ts'
import { migrationsAttack } from './migrations/attack.ts'
import { pointInTimeAttack } from './point-in-time/attack.ts'
import { type Attack, bothEngines, type Row, row } from './prove/attack.ts'
import { type Engine, openStage, type Stage } from './prove/stage.ts'
import { readingAttack } from './reading/attack.ts'
import { retentionAttack } from './retention/attack.ts'
import { soakAttack } from './soak/attack.ts'
import { stormAttack } from './storm/attack.ts'
import { webhooksAttack } from './webhooks/attack.ts'

/*
 * npm run prove -- [--only kill,lists] [--engine file|PostgreSQL] [--soak-minutes 10]: makes the attacks
 * that are too long for npm test, on both engines, and prints a table of what was tried, expected and
 * seen. Attacks that need more than others are made only when they are named. One row that does not
 * hold, one attack that could not be made to its end, or more than 30 minutes for all is a failure.
 */

const mostMinutesBesideSoak = 20
const mostMinutesOfOne = 5

type Line = Row & { readonly engine: Engine }

stopChildrenWithUs()
const { attacks, engines, soakMinutes, areAll } = readCommand()
const started = performance.now()
const lines: Line[] = []
/** Attacks that were given up, and may go on. */
let givenUp = 0
await using cleanUp = new AsyncDisposableStack()
const stages: Stage[] = []
for (const engine of engines) {
  if (!attacks.some((attack) => attack.engines.includes(engine))) continue
  const stage = await openStage(engine).catch((cause: unknown) => {
    lines.push({ ...unmade('the database of the attacks', cause), engine })
  })
  if (stage !== undefined) stages.push(cleanUp.use(stage))
}
for (const stage of stages) {
  for (const attack of attacks) if (!attack.isJoint) await make(attack, stage)
}
for (const attack of attacks) {
  if (attack.isJoint) await Promise.all(stages.map((stage) => make(attack, stage)))
}

const minutes = (performance.now() - started) / 60_000
const mostMinutes = mostMinutesBesideSoak + soakMinutes
const isLate = areAll && minutes > mostMinutes
const failed = lines.filter(({ holds }) => !holds).length
const cells = lines.map(({ holds, fault, engine, tried, expected, seen }) => [
  ...[holds ? 'holds' : 'FAILS', fault, engine, String(tried), expected, seen],
])
const heads = ['', 'fault', 'database', 'tried', 'expected', 'seen']
console.log(table([heads, ...cells], heads.length))
const late = isLate ? `, FAILS: more than ${mostMinutes} min` : ''
console.log(`\n${lines.length} rows, ${failed} that do not hold, ${minutes.toFixed(1)} min${late}`)
process.exitCode = failed === 0 && lines.length > 0 && !isLate ? 0 : 1
// An attack that goes on regardless ends as if we were told to stop, its children included.
if (givenUp > 0) process.kill(process.pid, 'SIGTERM')

function readCommand() {
  try {
    const options = {
      only: { type: 'string' },
      engine: { type: 'string' },
      'soak-minutes': { type: 'string', default: '10' },
    } as const
    const { only, engine, 'soak-minutes': soak } = parseArgs({ options }).values
    const soakMinutes = Number(soak)
    if (!(soakMinutes > 0 && Number.isFinite(soakMinutes))) {
      throw new Error(`--soak-minutes takes a number above 0, not ${soak}`)
    }
    // In the order in which they run.
    const all: readonly Attack[] = [
      killAttack,
      importAttack,
      listsAttack,
      readingAttack,
      connectionsAttack,
      migrationsAttack,
      mailboxesAttack,
      retentionAttack,
      webhooksAttack,
      doctorAttack,
      installAttack,
      failoverAttack,
      pointInTimeAttack,
      stormAttack,
      soakAttack(soakMinutes),
    ]
    const names = all.map(({ name }) => name)
    const usual = all.filter(({ isOnlyWhenNamed }) => !isOnlyWhenNamed)
    const chosen = only?.split(',') ?? usual.map(({ name }) => name)
    requireKnown('--only', names, chosen)
    requireKnown('--engine', bothEngines, engine === undefined ? [] : [engine])
    return {
      attacks: all.filter(({ name }) => chosen.includes(name)),
      engines: bothEngines.filter((name) => name === (engine ?? name)),
      soakMinutes,
      areAll: only === undefined && engine === undefined,
    }
  } catch (cause) {
    console.error(wordsOfCause(cause))
    process.exit(1)
  }
}

function requireKnown(option: string, known: readonly string[], chosen: readonly string[]): void {
  const unknown = chosen.filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  throw new Error(`${option} takes ${known.join(', ')}, not ${unknown.join(', ')}`)
}

async function make(attack: Attack, stage: Stage): Promise<void> {
  const { engine } = stage
  if (!attack.engines.includes(engine)) return
  const begun = performance.now()
  const { limitMinutes = mostMinutesOfOne } = attack
  const rows = await inTime(limitMinutes, attack.try(stage)).catch((cause) => [
    unmade(attack.name, cause),
  ])
  lines.push(...rows.map((made) => ({ ...made, engine })))
  const seconds = ((performance.now() - begun) / 1000).toFixed(0)
  const verdict = rows.every(({ holds }) => holds) ? 'holds' : 'FAILS'
  console.error(`${attack.name} on ${engine}: ${verdict}, ${seconds} s`)
}

function unmade(fault: string, cause: unknown): Row {
  const problems = [wordsOfCause(cause)]
  return row({ fault, tried: 1, expected: 'to be made to its end', figures: 'not made', problems })
}

async function inTime<Value>(most: number, attack: Promise<Value>): Promise<Value> {
  const done = new AbortController()
  const tooLate = setTimeout(most * 60_000, undefined, { signal: done.signal }).then(() => {
    givenUp += 1
    throw new Error(`it took more than ${most} minutes`)
  })
  return await Promise.race([attack, tooLate]).finally(() => done.abort())
}

import { parseArgs } from 'node:util'
import { wordsOfCause } from '../server/start-error.ts'
import { type Attack, bothEngines, type Engine, type Result, type Stage } from './prove/attack.ts'
import { attacks } from './prove/attacks.ts'
import { openStage } from './prove/stage.ts'
import { type Row, tableOf } from './prove/table.ts'

/*
 * npm run prove -- [--only kill,fuzz] [--engine file|PostgreSQL]: makes the attacks that are too long
 * for npm test, on both engines, and prints a table of what was tried, expected and seen. One row that
 * does not hold, or one attack that could not be made, is a failure.
 */

const options = { only: { type: 'string' }, engine: { type: 'string' } } as const
const { chosen, engines } = readCommand()
const started = performance.now()
const rows: Row[] = []
for (const engine of engines) {
  const ofEngine = chosen.filter((attack) => attack.engines.includes(engine))
  if (ofEngine.length > 0) rows.push(...(await proveOn(engine, ofEngine)))
}

const minutes = ((performance.now() - started) / 60_000).toFixed(1)
const failed = rows.filter((row) => !row.holds).length
console.log(tableOf(rows))
console.log(`\n${rows.length} rows, ${failed} that do not hold, ${minutes} min`)
process.exitCode = failed === 0 && rows.length > 0 ? 0 : 1

function readCommand() {
  try {
    const { only, engine } = parseArgs({ options }).values
    return { chosen: chooseAttacks(only?.split(',')), engines: chooseEngines(engine) }
  } catch (cause) {
    console.error(wordsOfCause(cause))
    process.exit(1)
  }
}

function chooseAttacks(names: readonly string[] | undefined): readonly Attack[] {
  const unknown = names?.filter((name) => !attacks.some((attack) => attack.name === name)) ?? []
  if (unknown.length === 0) return attacks.filter(({ name }) => names?.includes(name) ?? true)
  const known = attacks.map(({ name }) => name).join(', ')
  throw new Error(`--only takes ${known}, not ${unknown.join(', ')}`)
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

async function make(attack: Attack, stage: Stage): Promise<readonly Result[]> {
  const begun = performance.now()
  const results = await attack.try(stage).catch((cause): readonly Result[] => [
    {
      fault: attack.name,
      tried: 1,
      expected: 'to be made to its end',
      seen: wordsOfCause(cause),
      holds: false,
    },
  ])
  const seconds = ((performance.now() - begun) / 1000).toFixed(0)
  const isWell = results.every(({ holds }) => holds)
  console.error(`${attack.name} on ${stage.engine}: ${isWell ? 'holds' : 'FAILS'}, ${seconds} s`)
  return results
}

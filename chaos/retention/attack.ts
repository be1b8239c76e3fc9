import { addressOf } from '../../bench/database.ts'
import { runHousekeeping } from '../../server/housekeeping.ts'
import { createTestServer } from '../../tests/support/server.ts'
import { nothing, watchOthers } from '../lists/others.ts'
import { type Attack, bothEngines, type Result, type Stage, tell } from '../prove/attack.ts'
import { makeBacklog } from './backlog.ts'
import { leftOf, sum } from './inspect.ts'
import { interruptRetention } from './rounds.ts'

const mails = 100_000
const rounds = 10
const calmRuns = 3
/** A chunk and the log written back to a busy disk take less; all rows at once take over a second. */
const mostDelayMs = 250

export const retentionAttack: Attack = {
  name: 'retention',
  engines: bothEngines,
  async try(stage) {
    return [await interrupted(stage), await keptWaiting(stage)]
  },
}

async function interrupted(stage: Stage): Promise<Result> {
  const figures = await interruptRetention(await stage.newDatabase(), mails, rounds)
  const { interruptions, halfWay, problems } = figures
  const counts = `${halfWay} in the middle; counts, bills and dashboards agree, the next run ended it`
  return {
    fault: 'the server is killed, or its connections cut, while it deletes old mail',
    tried: interruptions,
    expected: 'nothing else is deleted, all figures agree, the next run ends it',
    seen: problems.length === 0 ? counts : tell(problems),
    holds: problems.length === 0 && halfWay > 0,
  }
}

/** Three times, for what the server itself makes others wait is there each time, and noise is not. */
async function keptWaiting(stage: Stage): Promise<Result> {
  await using server = await createTestServer({ address: addressOf(await stage.newDatabase()) })
  const longestMs: number[] = []
  let left = 0
  for (let run = 0; run < calmRuns; run += 1) {
    const { token } = await makeBacklog(server, mails)
    await using others = await watchOthers(server, token)
    const idle = await others.during(nothing)
    const busy = await others.during(() => runHousekeeping(server.services))
    longestMs.push(busy.longestWaitMs - idle.longestWaitMs)
    left += sum(await leftOf(server.database))
  }
  const waits = longestMs.map((ms) => Math.max(0, ms).toFixed(0)).join(', ')
  return {
    fault: `${mails.toLocaleString('en')} old mails are deleted, and much else`,
    tried: calmRuns,
    expected: `another call waits ${mostDelayMs} ms longer at most in the calmest run`,
    seen: `${left} rows left; longer by ${waits} ms`,
    holds: left === 0 && Math.min(...longestMs) <= mostDelayMs,
  }
}

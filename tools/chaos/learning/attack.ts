import { isDeepStrictEqual } from 'node:util'
import { dayMs, minuteMs } from '../../../server/core/clock.ts'
import { createSealer } from '../../../server/core/sealer.ts'
import { learnOnce } from '../../../server/judge/judge.ts'
import { openPlace } from '../../../tests/support/browser/place.ts'
import {
  dismiss,
  giveLesson,
  makePupil,
  secondDay,
  stateOf,
} from '../../../tests/support/crash/learning.ts'
import { createTestClock } from '../../../tests/support/server/clock.ts'
import { times } from '../../../tests/support/until.ts'
import { run } from '../../scripts/run-command.ts'
import { type Attack, bothEngines, row } from '../prove/attack.ts'
import type { Stage } from '../prove/stage.ts'

const points = 20
const key = 'the key of an attack'

/** `tests/judge/server/learning-killed.test.ts` tries every statement, and kills no process. */
export const learningAttack: Attack = {
  name: 'learning',
  engines: bothEngines,
  isOnlyWhenNamed: true,
  async try(stage) {
    const { kills, before, after, problems } = await killLearners(stage)
    return [
      row({
        fault: 'a server is killed while it learns, and two others go on',
        tried: points,
        expected: 'the old version or the new one, and each lesson learnt once',
        figures: `${kills} killed: ${before} times the old version, ${after} times the new one`,
        problems,
        wasTried: kills === points && before > 0 && after > 0,
      }),
    ]
  },
}

async function killLearners(stage: Stage) {
  const databaseUrl = await stage.newDatabase()
  await using opened = await openPlace(databaseUrl)
  const clock = createTestClock()
  const sealer = createSealer(key)
  const place = { database: opened.database, clock, log: () => undefined, sealer }
  const seen = { kills: 0, before: 0, after: 0 }
  const problems: string[] = []

  const learner = (killAt: number) =>
    run('node', [
      'tools/chaos/learning/run-learner.ts',
      ...['--database', databaseUrl, '--key', key, '--now', clock().toISOString()],
      `--killAt=${killAt}`,
    ])

  /** @returns the half statements that a server made which was not killed */
  async function killOne(killAt: number): Promise<number> {
    const pupil = await makePupil(place)
    const { organizationId } = pupil
    await giveLesson(place, pupil)
    clock.pass(5 * minuteMs)
    await learnOnce(place)
    clock.pass(dayMs)
    await giveLesson(place, pupil)
    clock.pass(5 * minuteMs)
    const { exitCode, output } = await learner(killAt)
    const state = await stateOf(place, organizationId)
    const isOld = isDeepStrictEqual(state, secondDay.before)
    if (exitCode !== 0) {
      seen.kills += 1
      seen[isOld ? 'before' : 'after'] += 1
    }
    if (!isOld && !isDeepStrictEqual(state, secondDay.after)) {
      problems.push(`half done at ${killAt}: ${JSON.stringify(state)}`)
    }
    clock.pass(minuteMs)
    await times(2, () => learner(-1))
    const end = await stateOf(place, organizationId)
    if (!isDeepStrictEqual(end, secondDay.after)) {
      problems.push(`not learnt once after ${killAt}: ${JSON.stringify(end)}`)
    }
    await dismiss(place, organizationId)
    return Number(output)
  }

  const halves = await killOne(-1)
  for (let point = 0; point < points; point += 1) {
    await killOne(Math.floor(((point + 0.5) * halves) / points))
  }
  return { ...seen, problems }
}

import { addressOf } from '../../../tests/support/browser/place.ts'
import {
  type DeathOf,
  deaths,
  startKilledWatch,
} from '../../../tests/support/mailboxes/killed-watch.ts'
import { times } from '../../../tests/support/until.ts'
import { type Attack, bothEngines, row } from '../prove/attack.ts'
import type { Stage } from '../prove/stage.ts'
import { killWatchers } from './kill-watchers.ts'

const expected =
  'each mail is in one folder, unchanged, judged and billed once; who was asked back is back'

const faults: Readonly<Record<DeathOf, string>> = {
  server: 'a server that watches a mailbox ends before each query and command',
  imap: 'the connection to the mail server is cut before each command',
  answer: 'the connection to the mail server is cut before each answer',
  dovecot: 'Dovecot is killed while it has each command',
  database: 'the database is gone before each query',
}

export const mailboxesAttack: Attack = {
  name: 'mailboxes',
  engines: bothEngines,
  isOnlyWhenNamed: true,
  limitMinutes: 12,
  async try(stage) {
    const rows = await times(deaths.length, (position) => tryPoints(stage, deaths[position]))
    if (stage.engine === 'file') return rows.flat()
    // By themselves, for they measure time.
    const watchers = await killWatchers(stage, 'watcher')
    return [...rows.flat(), watchers, await killWatchers(stage, 'database')]
  },
}

/** One point after another, until there is none, with MOVE and without. */
async function tryPoints(stage: Stage, kind: DeathOf | undefined) {
  if (kind === undefined) return []
  const problems: string[] = []
  let tried = 0
  for (const options of [{}, { isOld: true }]) {
    const address = addressOf(await stage.newDatabase())
    await using watch = await startKilledWatch({ ...options, address })
    for (let point = 1; ; point += 1) {
      const { wasTried, problem } = await watch.round(kind, point)
      if (problem !== undefined) problems.push(problem)
      if (!wasTried || problem !== undefined) break
      tried += 1
    }
  }
  return [
    row({
      fault: faults[kind],
      tried,
      expected,
      figures: `${tried} points: nothing lost or doubled`,
      problems,
      wasTried: tried >= 40,
    }),
  ]
}

import { describe, expect, test } from 'vitest'
import { startKilledWatch } from '../../support/mailboxes/killed-watch.ts'
import { dovecot } from '../../support/mailboxes/lab.ts'

/** Some of the points; `npm run prove -- --only mailboxes` tries each. */
const points = [
  ['server', 24],
  ['imap', 6],
  ['answer', 6],
  ['database', 24],
] as const

describe.skipIf(dovecot === undefined)('a watched mailbox', () => {
  test.each(points)(
    'whenever the %s dies, each mail is in one folder and counted once',
    async (kind, step) => {
      await using watch = await startKilledWatch({ isOld: true })
      const problems: string[] = []
      for (let point = 1; ; point += step) {
        const { wasTried, problem } = await watch.round(kind, point)
        if (problem !== undefined) problems.push(problem)
        if (!wasTried || problems.length > 0) break
      }
      expect(problems).toEqual([])
    },
  )
})

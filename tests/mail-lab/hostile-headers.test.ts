import { expect, test } from 'vitest'
import { flaggedDomain, hostileHeaders, manyUsers } from '../support/mail-lab/hostile-headers.ts'
import { mailPrograms } from '../support/mail-lab/start.ts'
import { startTimedLab } from '../support/mail-lab/timed-lab.ts'

test.skipIf(mailPrograms === undefined)(
  'the plugin takes less than 50 ms of rspamd for a mail with hostile headers',
  { timeout: 300_000 },
  async () => {
    await using timed = await startTimedLab(manyUsers, flaggedDomain)
    const slow: string[] = []
    const flagged: string[] = []
    for (const mail of hostileHeaders(1)) {
      const { ms: first, isFlagged } = await timed.scan(mail)
      let ms = first
      // A busy machine slows one scan, a slow plugin slows each.
      for (let more = 0; ms > 50 && more < 4; more += 1) {
        ms = Math.min(ms, (await timed.scan(mail)).ms)
      }
      if (ms > 50) slow.push(`${mail.name}: ${ms.toFixed(0)} ms`)
      if (isFlagged) flagged.push(mail.name)
    }
    expect(slow).toEqual([])
    expect(flagged).toContain('1,000 recipients with a tag')
  },
)

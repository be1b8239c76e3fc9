import { expect, test } from 'vitest'
import { flaggedDomain, hostileHeaders, manyUsers } from '../support/mail-lab/hostile-headers.ts'
import { mailPrograms } from '../support/mail-lab/start.ts'
import { startTimedLab } from '../support/mail-lab/timed-lab.ts'

const mostMs = 50

test.skipIf(mailPrograms === undefined)(
  'the plugin takes less than 50 ms of rspamd for a mail with hostile headers',
  { timeout: 300_000 },
  async () => {
    await using timed = await startTimedLab(manyUsers, flaggedDomain)
    const slow: string[] = []
    for (const mail of hostileHeaders(1)) {
      const ms = await timed.scan(mail)
      if (ms > mostMs) slow.push(`${mail.name}: ${ms.toFixed(0)} ms`)
    }
    expect(slow).toEqual([])
  },
)

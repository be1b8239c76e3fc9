import { join } from 'node:path'
import { table } from '../../tests/support/browser/table.ts'
import { startRealMail } from '../../tests/support/mail-lab/real-mail.ts'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { type Bar, barsTable, exitCodeOf, summary } from './bar.ts'
import { measureArrival, measureFlags, measureOutage, median } from './mail/measure.ts'

/*
 * npm run bench:mail: Postfix and rspamd of this machine with the printed files in front of a real
 * server. How soon a mail is on the dashboard, how soon a red flag stops mail, and what is lost while
 * Aman is stopped for a minute. A bar that does not hold is a failure.
 */

await using folder = await temporaryFolder()
await using mail = await startRealMail(`file:${join(folder.path, 'aman.db')}`, { isStrict: true })
const arrivals = await measureArrival(mail)
const flags = await measureFlags(mail)
const outage = await measureOutage(mail)

const seconds = (ms: number) => ms / 1000
const slowest = (values: readonly number[]) => Math.max(...values)
const shown = (values: readonly number[]) =>
  [median(values), slowest(values)].map((ms) => `${seconds(ms).toFixed(2)} s`)
console.log(
  table([
    ['', 'measured', 'median', 'slowest'],
    [
      'sent → accepted by Postfix',
      String(arrivals.length),
      ...shown(arrivals.map(({ acceptedMs }) => acceptedMs)),
    ],
    [
      'sent → on the dashboard',
      String(arrivals.length),
      ...shown(arrivals.map(({ shownMs }) => shownMs)),
    ],
    ['red flag added → 554', String(flags.length), ...shown(flags)],
  ]),
)
console.log(
  `\nAman stopped for ${outage.seconds} s with defer on: ${outage.sent} mails, ${outage.putOff} answers that put one off, ${outage.lostMails} mails and ${outage.lostVerdicts} verdicts lost, ${outage.twice} counted twice\n`,
)
const bars: readonly Bar[] = [
  {
    name: 'mail sent → on the dashboard, median of 30',
    value: seconds(median(arrivals.map(({ shownMs }) => shownMs))),
    limit: 3,
    unit: 's',
  },
  {
    name: 'red flag added → next mail refused, slowest',
    value: seconds(slowest(flags)),
    limit: 30,
    unit: 's',
  },
  {
    name: 'lost or counted twice while Aman was stopped',
    value: outage.lostMails + outage.lostVerdicts + outage.twice,
    limit: 0,
  },
]
console.log([barsTable(bars), summary(bars)].join('\n\n'))
process.exitCode = exitCodeOf(bars)

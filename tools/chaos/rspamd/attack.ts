import {
  flaggedDomain,
  type HostileMail,
  hostileHeaders,
  manyUsers,
} from '../../../tests/support/mail-lab/hostile-headers.ts'
import { senders } from '../../../tests/support/mail-lab/senders.ts'
import { startTimedLab, type TimedLab } from '../../../tests/support/mail-lab/timed-lab.ts'
import { type Attack, type Row, row } from '../prove/attack.ts'

const rounds = 10
/** The processor time that the plugin may take for one mail. */
const mostMs = 50
/** Until another mail is answered; one of 60 kB used to keep it waiting for 24 s. */
const longestWaitMs = 2000

export const rspamdAttack: Attack = {
  name: 'rspamd',
  // Without a database.
  engines: ['file'],
  async try() {
    await using timed = await startTimedLab(manyUsers, flaggedDomain)
    return [await hostileMails(timed), await anotherMail(timed)]
  },
}

async function hostileMails(timed: TimedLab): Promise<Row> {
  const seed = Date.now() % 1_000_000
  const problems: string[] = []
  const slowest = { name: '', ms: 0 }
  let tried = 0
  for (let round = 0; round < rounds; round += 1) {
    for (const mail of hostileHeaders(seed + round)) {
      const { ms } = await timed.scan(mail)
      tried += 1
      if (ms > slowest.ms) Object.assign(slowest, { name: mail.name, ms })
      if (ms > mostMs) problems.push(`${mail.name}: ${ms.toFixed(0)} ms`)
    }
  }
  return row({
    fault: 'mails with hostile headers in rspamd',
    tried,
    expected: `the plugin takes ${mostMs} ms of the processor at most for a mail`,
    figures: `longest ${slowest.ms.toFixed(0)} ms (${slowest.name}), seed ${seed}`,
    problems,
  })
}

async function anotherMail({ lab }: TimedLab): Promise<Row> {
  const [hostile] = hostileHeaders(1)
  if (hostile === undefined) throw new Error('there is no hostile mail')
  const began = performance.now()
  const [answer, other] = await Promise.all([send(hostile), lab.send(senders.supplier, honest)])
  const ms = performance.now() - began
  return row({
    fault: 'a label of 20,000 letters in From to ten recipients by SMTP, and another mail',
    tried: 1,
    expected: `both are answered within ${longestWaitMs / 1000} s`,
    figures: `${ms.toFixed(0)} ms`,
    problems: [
      ...(answer.code === 250 && other.code === 250 ? [] : [`${answer.code} and ${other.code}`]),
      ...(ms < longestWaitMs ? [] : ['the other mail waited']),
    ],
  })

  function send({ message, from }: HostileMail) {
    const { address, domain } = senders.lookalike
    const client = { address, name: `mail.${domain}` }
    return lab.mail.deliver({ client, from, to: manyUsers.slice(0, 10) }, message)
  }
}

const honest = {
  from: 'layla@cedar-supplies.example',
  to: manyUsers.slice(0, 1),
  subject: 'Our offer',
  text: 'It stands.',
}

import { setTimeout } from 'node:timers/promises'
import { type RealMail, sendUntilAccepted } from '../../../tests/support/mail-lab/real-mail.ts'
import { senders } from '../../../tests/support/mail-lab/senders.ts'
import { type Client, openClient } from '../../../tests/support/server/client.ts'
import { times, until } from '../../../tests/support/until.ts'

const arrivals = 30
const flagRounds = 3
const outageSeconds = 60
const outageMails = 30

interface Arrival {
  readonly acceptedMs: number
  readonly shownMs: number
}

/** From the first byte to Postfix until it is accepted, and until the API of the dashboard shows it. */
export async function measureArrival(mail: RealMail): Promise<Arrival[]> {
  const client = openClient(mail.url)
  const measured: Arrival[] = []
  for (let number = 1; number <= arrivals; number += 1) {
    const subject = `Delivery ${number} of ${arrivals}`
    const started = performance.now()
    const { code, text } = await mail.send(subject)
    if (code !== 250) throw new Error(`${code} ${text}`)
    const acceptedMs = performance.now() - started
    await requireSoon(() => isShown(client, mail.token, subject), subject)
    measured.push({ acceptedMs, shownMs: performance.now() - started })
  }
  client.end()
  return measured
}

async function isShown(client: Client, token: string, subject: string): Promise<boolean> {
  const dashboard = await client.call('GET', '/dashboard/employee', token)
  return JSON.stringify(dashboard).includes(subject)
}

/** From the answer to a new red flag until a mail from there is refused. */
export async function measureFlags(mail: RealMail): Promise<number[]> {
  const client = openClient(mail.url)
  const measured: number[] = []
  for (let round = 1; round <= flagRounds; round += 1) {
    const value = `shop-${round}.example`
    await client.call('POST', '/flags/add', mail.token, { flag_type: 'red', value })
    const started = performance.now()
    const isRefused = async () => {
      const from = `offer@${value}`
      const composed = { from, to: [mail.user.email], subject: 'Offer', text: 'An offer' }
      return (await mail.lab.send(senders.lookalike, composed)).code === 554
    }
    await requireSoon(isRefused, `the flag on ${value}`, 500)
    measured.push(performance.now() - started)
  }
  client.end()
  return measured
}

/** Mail comes in while Aman is stopped; senders come again, as mail servers do. */
export async function measureOutage(mail: RealMail) {
  const subjects = Array.from(
    { length: outageMails },
    (_, number) => `Offer ${number} in the outage`,
  )
  const everyMs = (outageSeconds * 1000) / outageMails
  await mail.end('SIGTERM')
  const sending = times(outageMails, async (number) => {
    await setTimeout(number * everyMs)
    return sendUntilAccepted(mail, subjects[number] ?? '', 3000)
  })
  await setTimeout(outageSeconds * 1000)
  await mail.start()
  const tries = await sending
  const counts = await Promise.all(
    subjects.flatMap((subject) =>
      [mail.user, mail.colleague].map((to) => mail.stored(to, subject)),
    ),
  )
  const arrived = () =>
    subjects.filter((subject) =>
      mail.lab.mailboxes.received.some(({ source }) => source.includes(`: ${subject}\n`)),
    ).length
  await until(() => arrived() === subjects.length, { mostMs: 30_000 })
  return {
    seconds: outageSeconds,
    sent: subjects.length,
    putOff: tries.reduce((total, count) => total + count - 1, 0),
    lostMails: subjects.length - arrived(),
    lostVerdicts: counts.filter((count) => count === 0).length,
    twice: counts.filter((count) => count > 1).length,
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

async function requireSoon(isTrue: () => Promise<boolean>, what: string, everyMs = 10) {
  if (!(await until(isTrue, { everyMs }))) throw new Error(`${what} had no effect`)
}

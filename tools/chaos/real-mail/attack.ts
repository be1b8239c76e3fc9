import { setTimeout } from 'node:timers/promises'
import {
  type RealMail,
  sendUntilAccepted,
  startRealMail,
} from '../../../tests/support/mail-lab/real-mail.ts'
import { sum, times, until } from '../../../tests/support/until.ts'
import { type Attack, bothEngines, row } from '../prove/attack.ts'

const rounds = 5
/** Senders at the same time. */
const lanes = 3
const longestLifeMs = 1500

export const realMailAttack: Attack = {
  name: 'real-mail',
  engines: bothEngines,
  async try(stage) {
    await using mail = await startRealMail(await stage.newDatabase(), { isStrict: true })
    const subjects: string[] = []
    let isOver = false
    const sending = times(lanes, async (lane) => {
      const tries: number[] = []
      for (let number = 0; !isOver; number += 1) {
        const subject = `Offer ${lane}-${number}`
        subjects.push(subject)
        tries.push(await sendUntilAccepted(mail, subject, 100))
      }
      return tries
    })
    // It fails below, where it is awaited.
    sending.catch(() => undefined)
    const kills = await killInTurn(mail).finally(() => {
      isOver = true
    })
    const tries = (await sending).flat()
    const problems = [...(await miscounted(mail, subjects)), ...(await undelivered(mail, subjects))]
    const figures = `${subjects.length} mails to 2 recipients in ${sum(tries)} tries, ${await mail.billed()} verdicts billed, ${problems.length} lost or counted twice`
    return [
      row({
        fault: 'Aman, rspamd and Postfix are killed under a stream of mail',
        tried: kills,
        expected: 'every mail that was accepted has one verdict for each recipient, and arrives',
        figures,
        problems,
        wasTried: sum(tries) > subjects.length,
      }),
    ]
  },
}

async function killInTurn(mail: RealMail): Promise<number> {
  const kills = [
    () => mail.end('SIGKILL').then(mail.start),
    () => restart(mail, 'rspamd'),
    () => restart(mail, 'postfix'),
  ]
  for (let round = 0; round < rounds; round += 1) {
    for (const kill of kills) {
      await setTimeout(Math.random() * longestLifeMs)
      await kill()
    }
  }
  return rounds * kills.length
}

async function restart({ lab }: RealMail, program: 'rspamd' | 'postfix'): Promise<void> {
  await lab.mail.end(program, 'SIGKILL')
  await lab.mail.start(program)
}

async function miscounted(mail: RealMail, subjects: readonly string[]): Promise<string[]> {
  const problems: string[] = []
  for (const subject of subjects) {
    for (const user of [mail.user, mail.colleague]) {
      const count = await mail.stored(user, subject)
      if (count !== 1) problems.push(`${subject} has ${count} verdicts for a recipient`)
    }
  }
  const [billed, expected] = [await mail.billed(), subjects.length * 2]
  if (billed !== expected) problems.push(`${billed} verdicts are billed, not ${expected}`)
  return problems
}

/** Postfix delivers what it accepted, after its next start if need be. */
async function undelivered(mail: RealMail, subjects: readonly string[]): Promise<string[]> {
  const missing = () => {
    const sources = mail.lab.mailboxes.received.map(({ source }) => source)
    return subjects.filter(
      (subject) => !sources.some((source) => source.includes(`: ${subject}\n`)),
    )
  }
  await until(() => missing().length === 0, { everyMs: 200, mostMs: 30_000 })
  return missing().map((subject) => `${subject} did not arrive`)
}

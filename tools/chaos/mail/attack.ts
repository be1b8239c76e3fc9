import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { openPlace } from '../../../tests/support/browser/place.ts'
import { requestSupport } from '../../../tests/support/crash/writers.ts'
import { openClient } from '../../../tests/support/server/client.ts'
import { startServer } from '../../../tests/support/server/running-server.ts'
import { until } from '../../../tests/support/until.ts'
import { makeSession, makeUser } from '../../../tests/support/worlds/factories.ts'
import { type Attack, bothEngines, type Row, row } from '../prove/attack.ts'
import { type Illness, illnesses, startHostileSmtpServer } from './hostile-smtp.ts'

const requests = 30
/** How long a mail server stays ill after the first mail has reached it. */
const illForMs = 4000
/** Less than any illness lasts, so that a call that waits for the mail server shows. */
const longestCallMs = 3500
/** An attempt that runs may go on for three seconds; the rest is for a busy machine. */
const longestStopMs = 6000
const mostGrownMegabytes = 150

export const mailAttack: Attack = {
  name: 'mail',
  engines: bothEngines,
  async try(stage) {
    const databases = await Array.fromAsync(illnesses, () => stage.newDatabase())
    // Side by side, for most of it is waiting.
    return await Promise.all(
      illnesses.map((illness, position) => suffer(databases[position] ?? '', illness)),
    )
  },
}

/** Requests come in while the mail server is ill; it recovers, and is ill again when Aman is to stop. */
async function suffer(databaseUrl: string, illness: Illness): Promise<Row> {
  await using place = await openPlace(databaseUrl)
  const token = await makeSession(place, await makeUser(place, { role: 'team_lead' }))
  await using smtp = await startHostileSmtpServer()
  await using server = await startServer(databaseUrl, { SMTP_URL: smtp.url })
  const client = openClient(server.url)
  let longestMs = 0
  const askSupport = async () => {
    const started = performance.now()
    await requestSupport(client.call, token, randomUUID())
    longestMs = Math.max(longestMs, performance.now() - started)
  }
  const before = server.residentMegabytes()

  smtp.become(illness)
  await askSupport()
  await until(() => smtp.connections() > 0)
  const end = performance.now() + illForMs
  for (let count = 1; count < requests; count += 1) await askSupport()
  await setTimeout(Math.max(0, end - performance.now()))
  const grown = server.residentMegabytes() - before
  smtp.become('well')
  // As if the pauses between the attempts were over.
  const isSent = async () => {
    const { numUpdatedRows } = await place.database
      .updateTable('mails')
      .set({ next_attempt_at: new Date().toISOString() })
      .where('sent_at', 'is', null)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 0n
  }
  await until(isSent, { everyMs: 500 })
  const calledMs = longestMs
  const distinct = new Set(smtp.taken).size
  const [missing, repeated] = [requests - distinct, smtp.taken.length - distinct]

  smtp.become(illness)
  await askSupport()
  await until(() => smtp.connections() > 0)
  const stopping = performance.now()
  const exitCode = await server.end('SIGTERM')
  const stopMs = performance.now() - stopping
  client.end()
  // It cannot be known whether such a mail was taken: it is sent again under the same Message-ID.
  const mayRepeat = illness === 'takes a mail and never says so'
  return row({
    fault: `a mail server that ${illness}`,
    tried: requests,
    expected: `every mail goes out ${mayRepeat ? 'under one Message-ID, again where it must' : 'once'}; calls under ${longestCallMs / 1000} s, an end within ${longestStopMs / 1000} s, less than ${mostGrownMegabytes} MB more`,
    figures: `longest call ${calledMs.toFixed(0)} ms; ${missing} mails missing, ${repeated} twice; ended in ${(stopMs / 1000).toFixed(1)} s with ${exitCode}; ${grown.toFixed(0)} MB more`,
    problems: [
      ...(missing === 0 ? [] : ['mails are missing']),
      ...(repeated === 0 || mayRepeat ? [] : ['mails were sent twice']),
      ...(calledMs < longestCallMs ? [] : ['a call waits for the mail server']),
      ...(stopMs < longestStopMs && exitCode === 0 ? [] : ['it did not end']),
      ...(grown < mostGrownMegabytes ? [] : ['memory grows']),
    ],
  })
}

import { randomBytes } from 'node:crypto'
import { openClient } from '../../../tests/support/server/client.ts'
import { median } from '../../../tests/support/server/statistics.ts'
import { until } from '../../../tests/support/until.ts'
import { type Attack, bothEngines, type Row, row } from '../prove/attack.ts'
import { everyFault, type Fault, faults } from './faulty-judge.ts'
import { openScene, type Scene } from './scene.ts'

const arrivals = 10
/** From the first byte to Postfix until the dashboard shows it. */
const latestMs = 3000
/** What rspamd waits for the judge, and as much again. */
const longestWithoutMs = 5000
const rounds = 3

export const judgeAttack: Attack = {
  name: 'judge',
  engines: bothEngines,
  async try(stage) {
    await using scene = await openScene(await stage.newDatabase())
    // The thread of the judge starts with the first mail.
    await scene.send('Before all others', [scene.marking])
    const rows = [await arrival(scene), await bothOrganizations(scene), await longMail(scene)]
    for (const fault of everyFault) rows.push(await withoutAnswer(scene, fault))
    return [...rows, ...(await closedPorts(scene))]
  },
}

async function arrival(scene: Scene): Promise<Row> {
  const { marking, url } = scene
  const client = openClient(url)
  const times: number[] = []
  const problems: string[] = []
  for (let number = 0; number < arrivals; number += 1) {
    const subject = `Confirm delivery ${number}`
    const began = performance.now()
    const { code } = await scene.send(subject, [marking])
    const isShown = async () => {
      const dashboard = JSON.stringify(
        await client.call('GET', '/dashboard/employee', marking.token),
      )
      return dashboard.includes(subject)
    }
    if (code !== 250 || !(await until(isShown))) problems.push(`${subject}: ${code}, not shown`)
    const ms = performance.now() - began
    times.push(ms)
    if (ms > latestMs) problems.push(`${subject} took ${Math.round(ms)} ms`)
    problems.push(...(await saidOf(scene, subject, { marking: 'suspicious' })))
  }
  client.end()
  return row({
    fault: 'mails that the judge marks and rspamd alone does not, by SMTP',
    tried: arrivals,
    expected: `on the dashboard within ${latestMs / 1000} s`,
    figures: `median ${Math.round(median(times))} ms, slowest ${Math.round(Math.max(...times))} ms`,
    problems,
  })
}

type Said = Partial<Record<'marking' | 'watching', 'suspicious' | 'safe' | null>>

/** @returns where the judge said something else, or a mail is shown otherwise than its organization wants */
async function saidOf(scene: Scene, subject: string, said: Said): Promise<string[]> {
  const problems: string[] = []
  for (const name of ['marking', 'watching'] as const) {
    const wanted = said[name]
    if (wanted === undefined) continue
    const reported = await scene.reported(scene[name], subject)
    const isRight = reported?.judge_level === wanted
    const shown = name === 'marking' && wanted === 'suspicious' ? 'suspicious' : 'safe'
    if (!isRight || reported.threat_level !== shown)
      problems.push(`${subject}, ${name}: ${JSON.stringify(reported)}`)
  }
  return problems
}

async function bothOrganizations(scene: Scene): Promise<Row> {
  const { marking, watching, judge } = scene
  const before = judge.asked
  const problems: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    const subject = `Confirm for two ${round}`
    const { code, hasArrived } = await scene.send(subject, [marking, watching])
    if (code !== 250 || !hasArrived) problems.push(`${subject}: ${code}`)
    problems.push(
      ...(await saidOf(scene, subject, { marking: 'suspicious', watching: 'suspicious' })),
    )
  }
  const asked = judge.asked - before
  if (asked !== rounds * 2) problems.push(`the judge was asked ${asked} times`)
  return row({
    fault: 'mails to two organizations, one of which only watches',
    tried: rounds,
    expected: 'each asks once; the mail is marked for one and not for the other',
    figures: `asked ${asked} times for ${rounds} mails`,
    problems,
  })
}

/** The judge may need more than the second that it has. */
async function longMail(scene: Scene): Promise<Row> {
  const subject = 'Confirm the long plan'
  const { judge, marking } = scene
  const before = judge.asked
  // Base64 makes four bytes of three, and lines.
  const sent = await scene.send(subject, [marking], randomBytes(18_200_000))
  const reported = await scene.reported(marking, subject)
  const arrived = sent.code === 250 && sent.hasArrived && reported !== undefined
  return row({
    fault: 'a mail of 25 MB',
    tried: 1,
    expected: 'the judge is asked, and the mail comes in and is reported',
    figures: `accepted after ${(sent.ms / 1000).toFixed(1)} s, the judge said ${reported?.judge_level ?? 'nothing in time'}`,
    problems: arrived ? [] : [`${sent.code} ${sent.text}: ${JSON.stringify(reported)}`],
    wasTried: judge.asked > before,
  })
}

async function withoutAnswer(scene: Scene, fault: Fault): Promise<Row> {
  const { judge } = scene
  const before = judge.asked
  judge.fault = fault
  const told = await sendUnjudged(scene, `the judge ${faults[fault]}`, true)
  judge.fault = undefined
  return row({ ...told, wasTried: judge.asked - before >= rounds })
}

/** First that of the judge alone, then that of reports and flags as well. */
async function closedPorts(scene: Scene): Promise<Row[]> {
  await scene.judge[Symbol.asyncDispose]()
  const ofJudge = await sendUnjudged(scene, 'nothing listens where the judge should be', true)
  await scene.endAman()
  return [row(ofJudge), row(await sendUnjudged(scene, 'Aman is down', false))]
}

async function sendUnjudged(scene: Scene, fault: string, isReported: boolean) {
  const times: number[] = []
  const problems: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    // A long one would be folded.
    const subject = `Confirm at once ${scene.nextNumber()}`
    const { code, text, ms, hasArrived } = await scene.send(subject, [scene.marking])
    times.push(ms)
    if (code !== 250 || !hasArrived) problems.push(`${subject}: ${code} ${text}`)
    if (ms > longestWithoutMs) problems.push(`${subject} took ${Math.round(ms)} ms`)
    if (isReported) problems.push(...(await saidOf(scene, subject, { marking: null })))
  }
  return {
    fault,
    tried: rounds,
    expected: `mail comes in within ${longestWithoutMs / 1000} s${isReported ? ', reported without the judge' : ''}`,
    figures: `slowest ${Math.round(Math.max(...times))} ms`,
    problems,
  }
}

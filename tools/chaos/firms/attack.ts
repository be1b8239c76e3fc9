import { setTimeout } from 'node:timers/promises'
import { connectionFiles } from '../../../server/gateways/rspamd/files/connection-files.ts'
import { median } from '../../../tests/support/server/statistics.ts'
import { sum } from '../../../tests/support/until.ts'
import { makeFlag, makeOrganization, makeUser } from '../../../tests/support/worlds/factories.ts'
import { type Attack, bothEngines, type Row, row } from '../prove/attack.ts'
import { flood } from './flood.ts'
import { domainOf, firms, flagsOfFirm, newDomain, openScene, type Scene } from './scene.ts'

const restSeconds = 60
const mostAtRest = 3
/** The printed pause between two looks is 10 s; the rest is for a busy machine. */
const latestSeconds = 30

export const firmsAttack: Attack = {
  name: 'firms',
  engines: bothEngines,
  isOnlyWhenNamed: true,
  limitMinutes: 10,
  async try(stage) {
    await using scene = await openScene(await stage.newDatabase())
    return [
      files(),
      await rest(scene),
      await maps(scene),
      await placed(scene),
      await flagged(scene),
      await newFirm(scene),
      await flood(scene),
    ]
  },
}

function files(): Row {
  const linesOf = (others: number) =>
    sum(
      connectionFiles({
        provider: 'postfix-rspamd',
        origin: 'https://aman.example',
        isOfOperator: others === 0,
        name: 'Firm',
        domains: ['firm.example'],
        others: Array.from({ length: others }, (_, firm) => ({
          name: `Firm ${firm}`,
          domains: [domainOf(firm)],
        })),
      }).map(({ text }) => text.split('\n').length),
    )
  const [before, now] = [linesOf(firms - 1), linesOf(0)]
  return row({
    fault: `${firms} organizations on one mail host`,
    tried: firms,
    expected: 'files and keys that do not grow with organizations',
    figures: `${now} lines and 3 keys; by a key of each organization ${before} lines and ${3 * firms} keys`,
    problems: now < 1000 ? [] : [`${now} lines`],
  })
}

async function rest({ proxy }: Scene): Promise<Row> {
  proxy.taken()
  await setTimeout(restSeconds * 1000)
  const requests = proxy.taken()
  const perSecond = requests.length / restSeconds
  const whole = requests.filter((request) => !request.endsWith(' 304'))
  return row({
    fault: 'nothing happens',
    tried: restSeconds,
    expected: `at most ${mostAtRest} requests a second, all answered with 304`,
    figures: `${requests.length} requests in ${restSeconds} s, ${perSecond.toFixed(2)} a second, ${whole.length} not with 304`,
    problems: perSecond <= mostAtRest ? whole : [`${perSecond} a second`],
    wasTried: requests.length > 0,
  })
}

async function maps({ url, keys }: Scene): Promise<Row> {
  const figures: string[] = []
  for (const map of ['flags/red', 'domains']) {
    const ask = async (headers: Record<string, string> = {}) => {
      const began = performance.now()
      const answer = await fetch(`${url}/api/rspamd/${map}`, {
        headers: { authorization: `Bearer ${keys.flags}`, ...headers },
      })
      const text = await answer.text()
      return { ...{ answer, text }, ms: performance.now() - began }
    }
    const whole = await ask()
    if (!whole.answer.ok) throw new Error(`${map}: ${whole.answer.status}`)
    const etag = whole.answer.headers.get('etag') ?? ''
    const unchanged: number[] = []
    for (let number = 0; number < 20; number += 1) {
      const again = await ask({ 'if-none-match': etag })
      if (again.answer.status !== 304) throw new Error(`${map}: ${again.answer.status}`)
      unchanged.push(again.ms)
    }
    const kilobytes = Math.round(Buffer.byteLength(whole.text) / 1024)
    figures.push(
      `${map}: ${whole.text.split('\n').length} lines, ${kilobytes} kB in ${Math.round(whole.ms)} ms, 304 in ${median(unchanged).toFixed(1)} ms`,
    )
  }
  return row({
    fault: `maps of ${firms} organizations with ${flagsOfFirm} flags each`,
    tried: 2,
    expected: 'whole once, then 304',
    figures: figures.join('; '),
    problems: [],
  })
}

async function placed(scene: Scene): Promise<Row> {
  const problems: string[] = []
  const some = [[0], [1, 499], [firms - 1], [7, 8, 9]]
  for (const [number, chosen] of some.entries()) {
    const users = chosen.flatMap((firm) => scene.users[firm] ?? [])
    const subject = `Offer ${number}`
    const { code } = await scene.send(
      subject,
      users.map(({ email }) => email),
    )
    if (code !== 250) problems.push(`${subject}: ${code}`)
    const expected = users.map(({ organizationId }) => organizationId).toSorted()
    const stored = await secondsUntil(
      async () => (await scene.storedFor(subject)).length >= expected.length,
    )
    const found = await scene.storedFor(subject)
    if (stored === undefined || found.join() !== expected.join()) {
      problems.push(`${subject} is stored for ${found.length} organizations`)
    }
  }
  return row({
    fault: 'mails to users of one and of several organizations, by SMTP',
    tried: some.length,
    expected: 'each is counted for the organizations of its recipients, once, and for no other',
    figures: `${some.flat().length} recipients`,
    problems,
  })
}

async function flagged(scene: Scene): Promise<Row> {
  const [flagger, bystander] = [scene.users[3], scene.users[4]]
  if (flagger === undefined || bystander === undefined) throw new Error('there are many')
  await makeFlag(scene.place, flagger, { flag_type: 'red', value: 'cedar-supplies.example' })
  let tries = 0
  const seconds = await secondsUntil(async () => {
    tries += 1
    return (await scene.send(`To a flagger ${tries}`, [flagger.email])).code === 554
  })
  const { code } = await scene.send('To a bystander', [bystander.email])
  return row({
    fault: 'a user flags a sender',
    tried: tries,
    expected: `the flag acts within ${latestSeconds} s, and on no mail of another organization`,
    figures: `${seconds?.toFixed(1)} s`,
    problems: [
      ...(seconds === undefined ? ['the flag does not act'] : []),
      ...(code === 250 ? [] : [`a bystander gets ${code}`]),
    ],
  })
}

/** The mail host receives the mail of the domain before Aman knows the firm. */
async function newFirm(scene: Scene): Promise<Row> {
  const email = `salma@${newDomain}`
  const before = await scene.send('Before the firm', [email])
  const organizationId = await makeOrganization(scene.place)
  await makeUser(scene.place, { organizationId, email })
  let tries = 0
  const seconds = await secondsUntil(async () => {
    tries += 1
    const subject = `To a new firm ${tries}`
    await scene.send(subject, [email])
    await setTimeout(200)
    return (await scene.storedFor(subject)).join() === organizationId
  })
  const isEarly = (await scene.storedFor('Before the firm')).length > 0
  return row({
    fault: 'a firm is created while the mail host runs, and nothing is changed there',
    tried: tries,
    expected: `its mail is reported within ${latestSeconds} s`,
    figures: `${seconds?.toFixed(1)} s`,
    problems: [
      ...(seconds === undefined ? ['its mail is not reported'] : []),
      ...(before.code === 250 ? [] : [`before the firm: ${before.code}`]),
      ...(isEarly ? ['mail from before the firm is counted'] : []),
    ],
  })
}

async function secondsUntil(holds: () => Promise<boolean>): Promise<number | undefined> {
  const began = performance.now()
  for (;;) {
    const isHeld = await holds()
    const seconds = (performance.now() - began) / 1000
    if (isHeld) return seconds
    if (seconds > latestSeconds) return undefined
    await setTimeout(200)
  }
}

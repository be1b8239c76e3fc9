import { setTimeout } from 'node:timers/promises'
import * as v from 'valibot'
import { createWebhookEndpoint } from '../../../contract/webhooks/admin-webhooks.ts'
import { openPlace } from '../../../tests/support/browser/place.ts'
import { openClient } from '../../../tests/support/server/client.ts'
import { startServer } from '../../../tests/support/server/running-server.ts'
import { until } from '../../../tests/support/until.ts'
import { startWebhookReceiver, verifyMessage } from '../../../tests/support/webhooks/webhooks.ts'
import { makeSession, makeUser, type Place } from '../../../tests/support/worlds/factories.ts'
import { makeGatewayKey, makeScan } from '../../../tests/support/worlds/mail-factories.ts'
import { type Attack, bothEngines, row } from '../prove/attack.ts'
import { keyOfAttacks, type Stage } from '../prove/stage.ts'

const events = 1000
const kills = 20
const longestLifeMs = 1500
const failingPart = 0.5
const environment = {
  WEBHOOK_PRIVATE_NETWORKS: '127.0.0.0/8',
  ...keyOfAttacks,
}

export const webhooksAttack: Attack = {
  name: 'webhooks',
  engines: bothEngines,
  try: async (stage) => [await killWhileSending(stage)],
}

/** The kept part of a message: the id of the email in it. */
const threat = v.object({ data: v.object({ scan_id: v.string() }) })
const reported = v.object({ scans: v.array(v.object({ id: v.string() })) })

/** A gateway reports threats one after another while the server is killed and the receiver fails. */
async function killWhileSending(stage: Stage) {
  const databaseUrl = await stage.newDatabase()
  await using place = await openPlace(databaseUrl)
  const user = await makeUser(place, { role: 'super_admin' })
  const token = await makeSession(place, user)
  const key = await makeGatewayKey(place, user.organizationId)
  await using receiver = await startWebhookReceiver()
  const secret = await createWebhook(databaseUrl, token, receiver.url)

  const problems: string[] = []
  /** Ids of emails by the ids of the messages that were taken, with how often. */
  const taken = new Map<string, { readonly scanId: string; times: number }>()
  let failures = 0
  receiver.answerWith((message) => {
    if (Math.random() < failingPart) {
      failures += 1
      return { status: 500 }
    }
    const { data } = v.parse(threat, verifyMessage(secret, message))
    const known = taken.get(message.id)
    if (known !== undefined && known.scanId !== data.scan_id) problems.push('an id came twice')
    taken.set(message.id, { scanId: data.scan_id, times: (known?.times ?? 0) + 1 })
    return { status: 204 }
  })

  /** Answered reports, in their order. */
  const acknowledged: string[] = []
  async function report(url: string, most: number) {
    using client = openClient(url)
    const body = makeScan({ recipient: user.email, threat_level: 'malicious' })
    while (acknowledged.length < most) {
      const answer = await client.send('POST', '/scans', { token: key, body })
      if (answer.status !== 200) break
      acknowledged.push(...v.parse(reported, JSON.parse(answer.text)).scans.map(({ id }) => id))
    }
  }

  const left: number[] = []
  for (let kill = 1; kill <= kills; kill += 1) {
    await endPauses(place)
    await using server = await startServer(databaseUrl, environment)
    const reporting = report(server.url, (events * kill) / kills)
    await setTimeout(Math.random() * longestLifeMs)
    await server.end('SIGKILL')
    await reporting
    left.push(await countWaiting(place))
  }

  await endPauses(place)
  await using server = await startServer(databaseUrl, environment)
  await report(server.url, events)
  const isOver = await until(
    async () => {
      await endPauses(place, 'failed')
      return (await countWaiting(place)) === 0
    },
    { everyMs: 500, mostMs: 150_000 },
  )
  if (!isOver) problems.push(`${await countWaiting(place)} messages still wait`)
  const scanIds = [...taken].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const inOrder = scanIds.map(([, { scanId }]) => scanId)
  const arrived = new Set(inOrder)
  const lost = acknowledged.filter((id) => !arrived.has(id))
  if (lost.length > 0) problems.push(`${lost.length} events are lost`)
  if (inOrder.join() !== inOrder.toSorted().join()) problems.push('ids do not increase')
  const repeated = [...taken.values()].filter(({ times }) => times > 1).length
  return row({
    fault: `the server is killed while webhooks are sent, and the receiver fails ${100 * failingPart} % of the time`,
    tried: kills,
    expected: 'every event of an answered report is delivered at least once, and ids increase',
    figures: `${acknowledged.length} events, ${lost.length} lost; ${failures} failed attempts, ${repeated} delivered more than once; ${Math.min(...left)} to ${Math.max(...left)} waiting at a kill`,
    problems,
    wasTried: failures > events / 4 && Math.max(...left) > 0,
  })
}

async function createWebhook(databaseUrl: string, token: string, url: string): Promise<string> {
  await using server = await startServer(databaseUrl, environment)
  using client = openClient(server.url)
  const input = { url, events: ['threat.reported'] }
  const answer = await client.call('POST', '/admin/webhooks', token, input)
  await server.end('SIGTERM')
  return v.parse(createWebhookEndpoint.output, answer).secret
}

async function countWaiting({ database }: Place): Promise<number> {
  const waiting = database.selectFrom('webhook_deliveries').where('state', '!=', 'delivered')
  return (await waiting.select('id').execute()).length
}

/**
 * Makes messages due, as if a long time had passed: all of them while no server runs, afterwards only those that
 * failed, as what is being sent stays claimed.
 */
async function endPauses({ database, clock }: Place, which: 'all' | 'failed' = 'all') {
  const due = { attempts: 0, failure: 'none' as const, next_attempt_at: clock().toISOString() }
  await database
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', ...due })
    .where('state', '!=', 'delivered')
    // A claimed message has no failure, because one that failed is made due without it.
    .$if(which === 'failed', (all) => all.where('failure', '!=', 'none'))
    .execute()
}

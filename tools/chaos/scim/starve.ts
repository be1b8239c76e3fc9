import { setTimeout } from 'node:timers/promises'
import { openPlace } from '../../../tests/support/browser/place.ts'
import { makeScimToken } from '../../../tests/support/scim/scim.ts'
import { type Answer, openClient } from '../../../tests/support/server/client.ts'
import { type RunningServer, startServer } from '../../../tests/support/server/running-server.ts'
import { median, quantile } from '../../../tests/support/server/statistics.ts'
import { times, until } from '../../../tests/support/until.ts'
import { row } from '../prove/attack.ts'
import type { Stage } from '../prove/stage.ts'

const changes = 600
const calmChanges = 15
/** What a change of another organization may take. */
const mostMs = 2000
/** Or so many times as long as it takes by itself, where the machine is busy otherwise. */
const mostTimesCalm = 40
/**
 * Of the busy organization, made during a change of the other one. A fair queue makes one or two, and
 * their answers wait where they are read.
 */
const mostOvertaking = 60

/** One organization sends its changes at once, to two servers where the engine allows them. */
export async function starve(stage: Stage) {
  const databaseUrl = await stage.newDatabase()
  await using place = await openPlace(databaseUrl)
  const busy = await makeScimToken(place)
  const calm = await makeScimToken(place, { domain: 'olive.example' })
  await using cleanUp = new AsyncDisposableStack()
  const servers: RunningServer[] = []
  for (const _ of stage.engine === 'file' ? [1] : [1, 2]) {
    servers.push(cleanUp.use(await startServer(databaseUrl)))
  }
  const alone = await createOneByOne(servers, calm.token, 'alone')
  const answers: Answer[] = []
  const flood = times(changes, (number) => createUntilDone(servers, busy.token, number, answers))
  const made = () => answers.filter(({ status }) => status === 201).length
  await until(() => made() > 0)
  const overtaking: number[] = []
  const meanwhile = await createOneByOne(servers, calm.token, 'meanwhile', made, overtaking)
  const madeMeanwhile = made()
  await flood
  const created = await place.database
    .selectFrom('users')
    .select('id')
    .where('organization_id', '=', busy.organizationId)
    .execute()
  const longestMs = Math.max(...meanwhile.map(({ ms }) => ms))
  const most = Math.max(mostMs, mostTimesCalm * median(alone.map(({ ms }) => ms)))
  const refused = answers.filter(({ status }) => status === 429)
  const other = [...answers, ...alone, ...meanwhile].filter(
    ({ status }) => status !== 201 && status !== 429,
  )
  const mute = refused.filter(({ retryAfterSeconds }) => retryAfterSeconds < 1)
  const failed = [...alone, ...meanwhile].filter(({ status }) => status !== 201)
  return row({
    fault: `one organization sends ${changes} changes at once to ${servers.length === 1 ? 'a server' : 'two servers'}`,
    tried: changes,
    expected: `changes of another one take ${mostMs / 1000} s or ${mostTimesCalm} calm ones at most; 429 with Retry-After beyond the bound; none is lost`,
    figures: `others' ${calmChanges} changes: median ${quantileOf(alone, 0.5)} ms calm, ${quantileOf(meanwhile, 0.5)} ms meanwhile, longest ${longestMs.toFixed(0)} ms, at most ${Math.max(...overtaking)} of the one during each; ${created.length} of ${changes} made, ${refused.length} answers 429`,
    problems: [
      ...(longestMs > most ? ['another organization waits'] : []),
      ...(Math.max(...overtaking) > mostOvertaking * servers.length
        ? ['the turns are not fair']
        : []),
      ...(created.length === changes ? [] : ['changes are lost']),
      ...mute.map(() => 'a 429 without Retry-After'),
      ...failed.map(({ status, text }) => `another organization: ${status} ${text}`),
      ...other.map(({ status, text }) => `${status} ${text}`),
      ...servers.flatMap((server) => server.failures()).map((line) => `logged ${line}`),
    ],
    wasTried: refused.length > 0 && madeMeanwhile < changes,
  })
}

async function createUntilDone(
  servers: readonly RunningServer[],
  token: string,
  number: number,
  answers: Answer[],
): Promise<void> {
  const client = openClient(urlOf(servers, number))
  const body = { userName: `user${number}@cedar.example`, displayName: 'User' }
  const create = async () => {
    const answer = await client.send('POST', '/scim/v2/Users', { token, body })
    answers.push(answer)
    return answer
  }
  let answer = await create()
  while (answer.status === 429) {
    await setTimeout(Math.max(1, answer.retryAfterSeconds) * 1000)
    answer = await create()
  }
  client.end()
}

/** @param overtaking gets how many of the others were made during each */
async function createOneByOne(
  servers: readonly RunningServer[],
  token: string,
  name: string,
  made = () => 0,
  overtaking: number[] = [],
): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let number = 0; number < calmChanges; number += 1) {
    const client = openClient(urlOf(servers, number))
    const body = { userName: `${name}${number}@olive.example`, displayName: 'User' }
    const before = made()
    answers.push(await client.send('POST', '/scim/v2/Users', { token, body }))
    overtaking.push(made() - before)
    client.end()
  }
  return answers
}

function urlOf(servers: readonly RunningServer[], number: number): string {
  return servers[number % servers.length]?.url ?? ''
}

function quantileOf(answers: readonly Answer[], part: number): string {
  return quantile(
    answers.map(({ ms }) => ms),
    part,
  ).toFixed(0)
}

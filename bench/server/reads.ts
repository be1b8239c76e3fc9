import { isDeepStrictEqual } from 'node:util'
import type { Rate } from './figures.ts'
import { type Effort, interleave } from './interleave.ts'
import { type Client, requestText } from './load.ts'
import type { Target } from './targets.ts'

interface Targets {
  readonly server: Target
  readonly floor: Target
}

/** How fast the server reads, and how fast the floor answers the same. */
export async function compareReads(
  client: Client,
  targets: Targets,
  path: string,
  tokens: readonly string[],
  effort: Effort,
): Promise<{ server: Rate; floor: Rate }> {
  await requireSameBodies(targets, path, tokens)
  const requests = tokens.map((token) => requestText('GET', path, { token }))
  const rateOf = await interleave(
    client,
    {
      server: { target: targets.server, requests },
      floor: { target: targets.floor, requests },
    },
    effort,
  )
  return { server: rateOf('server'), floor: rateOf('floor') }
}

/** A floor that answers less would be no floor. What changes while time passes is rounded. */
async function requireSameBodies(
  { server, floor }: Targets,
  path: string,
  tokens: readonly string[],
): Promise<void> {
  for (const token of tokens) {
    const [ours, theirs] = await Promise.all(
      [server, floor].map(async ({ port }) => {
        const headers = { authorization: `Bearer ${token}` }
        const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, { headers })
        return JSON.parse(await answer.text(), (key, value) => {
          if (key === 'idle_seconds_left') return 'some'
          return key.endsWith('risk_score') ? Number(value).toFixed(3) : value
        })
      }),
    )
    if (!isDeepStrictEqual(ours, theirs)) throw new Error(`${path}: the floor answers otherwise`)
  }
}

import { setTimeout } from 'node:timers/promises'
import * as v from 'valibot'
import { readyEndpoint } from '../../../contract/core/ready.ts'
import { secondMs } from '../../core/clock.ts'
import type { Configuration } from '../../core/configuration.ts'
import { localAddress } from '../../core/local-address.ts'
import { type Finding, leftOut, well, wrong } from './finding.ts'

/** Longer than the judge of the server may take for a mail. */
const longestMs = 15 * secondMs
const everyMs = 200

/** Asks the running server, because its judge runs in its sandbox and this command does not. */
export async function checkJudge(configuration: Configuration): Promise<Finding> {
  const address = localAddress(configuration)
  const signal = AbortSignal.timeout(longestMs)
  try {
    let health = await ask(address, signal)
    while (health === 'untried') {
      await setTimeout(everyMs, undefined, { signal })
      health = await ask(address, signal)
    }
    if (health === 'works') return well('The judge of the server judges mail')
    const mend =
      'Look for the reason in the log of the server, free memory if it lacks, and restart the server.'
    return wrong('The judge of the server fails: no mail is judged or marked', mend)
  } catch {
    return leftOut(`The judge: no ready server at ${address}`)
  }
}

async function ask(address: string, signal: AbortSignal) {
  const answer = await fetch(`${address}/api/ready`, { signal })
  return v.parse(readyEndpoint.output, await answer.json()).judge
}

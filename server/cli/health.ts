import '../core/closed-prototype.ts'

import { localAddress, readConfiguration } from '../core/configuration.ts'
import { StartError, wordsOfCause } from '../core/start-error.ts'
import { runCommand } from './command.ts'

/*
 * aman health: asks the server of this machine whether it is ready, for the health check of a container.
 */

const longestMs = 4000

await runCommand(async () => {
  const url = `${localAddress(readConfiguration(process.env))}/api/ready`
  const { ok, status } = await ask(url)
  if (!ok) throw new StartError(`${url} answers ${status}`)
  process.stdout.write(`${url} is ready\n`)
})

async function ask(url: string): Promise<Response> {
  try {
    return await fetch(url, { signal: AbortSignal.timeout(longestMs) })
  } catch (cause) {
    const reason = cause instanceof Error && cause.cause !== undefined ? cause.cause : cause
    throw new StartError(`${url} does not answer: ${wordsOfCause(reason)}`)
  }
}

import '../core/closed-prototype.ts'

import { readConfiguration } from '../core/configuration.ts'
import { StartError, wordsOfCause } from '../core/start-error.ts'
import { runCommand } from './command.ts'

/*
 * aman health: asks the server of this machine whether it is ready, for the health check of a container.
 */

const longestMs = 4000
const anyAddress: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }

await runCommand(async () => {
  const { host, port } = readConfiguration(process.env)
  const name = anyAddress[host] ?? (host.includes(':') ? `[${host}]` : host)
  const url = `http://${name}:${port}/api/ready`
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

import { parseArgs } from 'node:util'
import { type Configuration, readConfiguration } from './configuration.ts'
import { whenParentIsLost } from './lost-parent.ts'
import { start } from './start.ts'
import { StartError, wordsOfCause } from './start-error.ts'

const loopback = /^(?:127\.[\d.]+|::1|localhost)$/

try {
  const configuration = readConfiguration(process.env)
  const isDemo = wantsDemo()
  if (isDemo) warnIfReachable(configuration)
  const { announce, stop } = await start(configuration, isDemo ? 'demo' : 'production')
  const end = () => void stop().then(() => process.exit(0))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, end)
  whenParentIsLost(end)
  await announce()
} catch (cause) {
  if (!(cause instanceof StartError)) throw cause
  process.stderr.write(`${cause.message}\n`)
  process.exitCode = 1
}

function wantsDemo(): boolean {
  try {
    return parseArgs({ options: { demo: { type: 'boolean', default: false } } }).values.demo
  } catch (cause) {
    throw new StartError(wordsOfCause(cause))
  }
}

/** Everybody knows the demo's passwords and keys. */
function warnIfReachable({ host }: Configuration): void {
  if (loopback.test(host)) return
  process.stderr.write(`Warning: the demo accounts can be reached by others through ${host}\n`)
}

import { parseArgs } from 'node:util'
import { readConfiguration } from './configuration.ts'
import { requirePrivate } from './demo/require-private.ts'
import { whenParentIsLost } from './lost-parent.ts'
import { start } from './start.ts'
import { StartError, wordsOfCause } from './start-error.ts'

try {
  const configuration = readConfiguration(process.env)
  const isDemo = wantsDemo()
  if (isDemo) requirePrivate(configuration)
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

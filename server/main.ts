import './core/closed-prototype.ts'
import { execFile } from 'node:child_process'
import { parseArgs, promisify } from 'node:util'
import { baseLocale, type Locale, locales } from '../contract/core/locale.ts'
import { knownLocale } from './core/locale.ts'
import { readEnvironment } from './core/read-environment.ts'
import { NotYetError, needsOperator, StartError, wordsOfCause } from './core/start-error.ts'
import { demoConfiguration, requirePrivate } from './demo/require-private.ts'
import { whenParentIsLost } from './lost-parent.ts'

void run()

/** Not at the top level, because a release is one script, which does not wait for its modules. */
async function run(): Promise<void> {
  try {
    const settings = readEnvironment()
    const { isDemo, locale } = readArguments()
    if (isDemo) requirePrivate(settings)
    const configuration = isDemo ? demoConfiguration(settings) : settings
    // Loaded after the settings are checked, so that an impossible start ends at once.
    const { start } = await import('./start.ts')
    const { announce, stop } = await start(configuration, isDemo ? 'demo' : 'production', locale)
    let isEnding = false
    const end = (isAnnounced: boolean) => {
      if (!isEnding) {
        void notifySystemd('STOPPING=1')
        void stop(isAnnounced).then(() => process.exit(0))
      }
      isEnding = true
    }
    // There is no load balancer in front of the demo or of a server that is stopped with Ctrl-C.
    process.once('SIGTERM', () => end(!isDemo))
    process.once('SIGINT', () => end(false))
    whenParentIsLost(() => end(!isDemo))
    await announce()
    await notifySystemd('READY=1')
  } catch (cause) {
    if (!(cause instanceof StartError)) throw cause
    process.stderr.write(`${cause.message}\n`)
    process.exitCode = cause instanceof NotYetError ? 1 : needsOperator
  }
}

interface Arguments {
  readonly isDemo: boolean
  /** The language of the demo's data. */
  readonly locale: Locale
}

function readArguments(): Arguments {
  const { demo: isDemo, locale: given } = parseOptions()
  const locale = knownLocale(given)
  if (locale === undefined || (given !== baseLocale && !isDemo)) {
    throw new StartError(`--locale is the language of the demo's data: ${locales.join(' or ')}`)
  }
  return { isDemo, locale }
}

function parseOptions() {
  try {
    return parseArgs({
      options: {
        demo: { type: 'boolean', default: false },
        locale: { type: 'string', default: baseLocale },
      },
    }).values
  } catch (cause) {
    throw new StartError(wordsOfCause(cause))
  }
}

/**
 * Tells systemd, where it started the server and waits for word. Its own program does, because Node.js
 * has no sockets of that kind.
 */
async function notifySystemd(state: 'READY=1' | 'STOPPING=1'): Promise<void> {
  if (process.env.NOTIFY_SOCKET === undefined) return
  try {
    await promisify(execFile)('systemd-notify', [state])
  } catch (cause) {
    process.stderr.write(`systemd was not told ${state}: ${wordsOfCause(cause)}\n`)
  }
}

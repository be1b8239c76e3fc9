import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import type { KeyScope } from '../../contract/core/key-scope.ts'
import { whenParentIsLost } from '../../server/lost-parent.ts'
import { startKeeper } from '../mail-lab/start-keeper.ts'
import { start } from './run-command.ts'

interface Demo extends AsyncDisposable {
  readonly url: string
  /** The server's description of itself: accounts and keys. */
  readonly banner: string
  readonly databaseUrl: string
}

/** Aborts when this process is told to stop, or has lost its parent. */
export function stopSignal(): AbortSignal {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => stopping.abort())
  }
  whenParentIsLost(() => stopping.abort())
  return stopping.signal
}

/** The demo with data of its own, at its usual address; the data is gone when it ends. */
export async function startDemo(
  stopping: AbortSignal,
  settings: Readonly<Record<string, string>> = {},
): Promise<Demo> {
  await using started = new AsyncDisposableStack()
  // Removes the folder also when this process is killed.
  const keeper = started.use(await startKeeper([]))
  const databaseUrl = `file:${keeper.folder}/aman.db`
  const child = start('node', ['server/main.ts', '--demo'], {
    env: {
      ...settings,
      DATABASE_URL: databaseUrl,
      OUTBOX_DIRECTORY: `${keeper.folder}/outbox`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    // Ctrl-C is for this process, which ends the others in turn.
    detached: true,
  })
  const ended = once(child, 'close')
  started.defer(async () => {
    child.kill('SIGTERM')
    await ended
  })
  if (child.stdout === null) throw new Error('the demo cannot be read')
  const said: string[] = []
  const lines = createInterface({ input: child.stdout, signal: stopping })
  for await (const line of lines) {
    said.push(line)
    // The example command for POST /scans is the last thing.
    if (line.includes('-d ')) break
  }
  child.stdout.resume()
  const url = /http:\/\/\S+:\d+/.exec(said.join('\n'))?.[0]
  if (url === undefined) throw new Error('the demo did not start')
  const parts = started.move()
  return {
    url,
    databaseUrl,
    banner: said.slice(0, said.indexOf('Gateway keys')).join('\n').trim(),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

/** A key of the demo's first organization, as an operator issues it. */
export async function issueKey({ databaseUrl }: Demo, scope: KeyScope): Promise<string> {
  const organization = 'Olive Branch Finance (demo)'
  const child = start('node', ['server/cli/gateway-key.ts', organization, '--scope', scope], {
    env: { DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const output = child.stdout === null ? '' : await text(child.stdout)
  const key = /aman_gateway_\S+/.exec(output)?.[0]
  if (key === undefined) throw new Error('the demo has no key')
  return key
}

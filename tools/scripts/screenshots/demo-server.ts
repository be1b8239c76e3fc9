import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { start } from '../run-command.ts'

export interface DemoServer {
  readonly url: string
  stop(): Promise<void>
}

/** The real server with fresh demo data, on a free port. The data is deleted when the server stops. */
export async function startDemoServer(): Promise<DemoServer> {
  const folder = mkdtempSync(join(tmpdir(), 'aman-screenshots-'))
  const child = start('node', ['server/main.ts', '--demo'], {
    env: { HOST: '127.0.0.1', PORT: '0', DATABASE_URL: `file:${join(folder, 'aman.db')}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  if (child.stdout !== null) {
    for await (const line of createInterface({ input: child.stdout })) {
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0]
      if (url === undefined) continue
      // Keep reading: a full pipe would block the server.
      child.stdout.resume()
      return { url, stop }
    }
  }
  await stop()
  throw new Error('the demo server ended before it printed its address')
}

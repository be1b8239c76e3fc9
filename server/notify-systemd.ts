import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { wordsOfCause } from './core/start-error.ts'

/**
 * Tells systemd, where it started the server and waits for word. Its own program does, because Node.js
 * has no sockets of that kind.
 */
export async function notifySystemd(state: 'READY=1' | 'STOPPING=1'): Promise<void> {
  if (process.env.NOTIFY_SOCKET === undefined) return
  try {
    await promisify(execFile)('systemd-notify', [state])
  } catch (cause) {
    process.stderr.write(`systemd was not told ${state}: ${wordsOfCause(cause)}\n`)
  }
}

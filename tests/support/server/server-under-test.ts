import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

/*
 * A port and a folder of each run's own, so that runs and a demo stand side by side. The process that
 * starts the run chooses them; its workers find them in their environment.
 */
const runs = join(import.meta.dirname, '../../../.cache/browser-tests')
process.env.TEST_PORT ??= String(await freePort())
process.env.TEST_RUN ??= String(process.pid)
const port = Number(process.env.TEST_PORT)
const folder = join(runs, process.env.TEST_RUN)

/** The real server that the browser tests use; they write to its database while it runs. */
export const serverUnderTest = {
  url: `http://127.0.0.1:${port}`,
  databaseFile: join(folder, 'aman.db'),
  outbox: join(folder, 'outbox'),
  /** Results of failed tests, until the next run. */
  results: join(folder, 'results'),
  environment: {
    HOST: '127.0.0.1',
    PORT: String(port),
    SHUTDOWN_DELAY_SECONDS: '0',
    // With both, users are offered links in mails; with a name, passkeys.
    PUBLIC_URL: `http://localhost:${port}`,
    OUTBOX_DIRECTORY: join(folder, 'outbox'),
    // Receivers of tests are on this machine.
    WEBHOOK_PRIVATE_NETWORKS: '127.0.0.0/8',
    DATABASE_URL: `file:${join(folder, 'aman.db')}`,
  },
} as const

/** Removes what ended runs left; called by the process that starts a run, before its server starts. */
export function forgetEndedRuns(): void {
  mkdirSync(folder, { recursive: true })
  for (const run of readdirSync(runs)) {
    if (!isRunning(Number(run))) rmSync(join(runs, run), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

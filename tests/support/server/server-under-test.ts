import { rmSync } from 'node:fs'
import { join } from 'node:path'

const port = Number(process.env.TEST_PORT ?? 4391)
const folder = join(import.meta.dirname, '../../../.cache/browser-tests')

/** The real server that the browser tests use; they write to its database while it runs. */
export const serverUnderTest = {
  url: `http://127.0.0.1:${port}`,
  databaseFile: join(folder, 'aman.db'),
  outbox: join(folder, 'outbox'),
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

/** Every run starts with an empty database; called before the server starts. */
export function forgetLastRun(): void {
  rmSync(folder, { recursive: true, force: true })
}

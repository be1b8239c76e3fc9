import type { Configuration } from './configuration.ts'
import { isEmpty } from './database/is-empty.ts'
import { withPatience } from './database/patience.ts'
import { holdsDemo } from './demo/holds-demo.ts'
import { seedDemo } from './demo/seed.ts'
import { createFirstAdmin, type FirstPassword, firstPassword } from './first-admin.ts'
import type { Parts } from './parts.ts'
import { StartError } from './start-error.ts'

export type Mode = 'demo' | 'production'

/**
 * Fills an empty database. Of two servers that start at once one does, the other waits for it.
 * @throws StartError when production would serve the demo's accounts
 */
export async function prepareData(
  parts: Pick<Parts, 'database' | 'clock' | 'passwords'>,
  mode: Mode,
  firstAdmin: Configuration['firstAdmin'] = { password: '', passwordFile: '' },
): Promise<void> {
  const { database } = parts
  // Looked at once more within the transaction that fills it.
  if (await isEmpty(database)) {
    if (mode === 'demo') await withPatience(() => seedDemo(parts))
    else await introduceAdmin(parts, await firstPassword(firstAdmin))
  }
  if (mode === 'production' && (await holdsDemo(database))) {
    throw new StartError(
      'This database holds the demo, whose passwords everybody knows: set DATABASE_URL to another one, or use npm start for the demo',
    )
  }
}

async function introduceAdmin(
  parts: Parameters<typeof prepareData>[0],
  { password, source }: FirstPassword,
): Promise<void> {
  if (!(await withPatience(() => createFirstAdmin(parts, password)))) return
  const shown = source === null ? `${password} (shown only once)` : `of ${source}`
  process.stdout.write(`Sign in as admin with the password ${shown}\n`)
}

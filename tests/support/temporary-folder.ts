import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder of its own, so that tests may run side by side; gone when they are done. */
export function temporaryFolder() {
  return mkdtempDisposable(join(tmpdir(), 'aman-'))
}

import { join } from 'node:path'
import { temporaryFolder } from './temporary-folder.ts'

export interface TestDatabase extends AsyncDisposable {
  /** As `openDatabase` takes it. */
  readonly address: string
  /** As `DATABASE_URL` says it. */
  readonly url: string
}

interface TestDatabases {
  /** For one connection. */
  readonly single: () => Promise<TestDatabase>
  /** For several connections, and for other processes. */
  readonly shared: () => Promise<TestDatabase>
}

let databases: TestDatabases = {
  single: async () => ({ address: ':memory:', url: '', [Symbol.asyncDispose]: async () => {} }),
  async shared() {
    const folder = await temporaryFolder()
    const address = join(folder.path, 'aman.db')
    return { address, url: `file:${address}`, [Symbol.asyncDispose]: () => folder.remove() }
  },
}

/** Runs the tests of this process on another engine than SQLite. */
export function setTestDatabases(others: TestDatabases): void {
  databases = others
}

export function createTestDatabase(kind: keyof TestDatabases): Promise<TestDatabase> {
  return databases[kind]()
}

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Pool } from 'pg'
import { type PostgresCluster, startCluster } from '../../tests/support/postgres/cluster.ts'
import { findPrograms } from '../../tests/support/postgres/programs.ts'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import type { Engine, Stage } from './attack.ts'

export type OpenStage = Stage & AsyncDisposable

/** @throws Error where the engine is not on this machine */
export async function openStage(engine: Engine): Promise<OpenStage> {
  await using cleanUp = new AsyncDisposableStack()
  if (engine === 'file') {
    const folder = cleanUp.use(await temporaryFolder())
    const disposal = cleanUp.move()
    return {
      engine,
      cluster: undefined,
      newDatabase: async () => `file:${join(folder.path, `${randomUUID()}.db`)}`,
      [Symbol.asyncDispose]: () => disposal.disposeAsync(),
    }
  }
  const programs = findPrograms()
  if (programs === undefined) {
    throw new Error('the server programs of PostgreSQL are not here (Debian: postgresql)')
  }
  const cluster = cleanUp.use(await startCluster(programs))
  const disposal = cleanUp.move()
  return {
    engine,
    cluster,
    newDatabase: () => createDatabase(cluster),
    [Symbol.asyncDispose]: () => disposal.disposeAsync(),
  }
}

async function createDatabase(cluster: PostgresCluster): Promise<string> {
  const administration = new Pool({ connectionString: cluster.url('postgres'), max: 1 })
  const name = `attack_${randomUUID().replaceAll('-', '')}`
  try {
    await administration.query(`create database ${name}`)
  } finally {
    await administration.end()
  }
  return cluster.url(name)
}

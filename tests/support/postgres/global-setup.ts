import type { TestProject } from 'vitest/node'
import { findPostgres } from '../../../tools/scripts/find-postgres.ts'
import { startCluster } from './cluster.ts'
import { type PostgresDatabases, prepareDatabases } from './databases.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Null where there is no PostgreSQL. */
    postgres: { readonly programs: string; readonly databases: PostgresDatabases } | null
  }
}

/** One PostgreSQL for the whole run. */
export default async function setUp(project: TestProject) {
  const programs = findPostgres()
  if (programs === undefined) {
    project.provide('postgres', null)
    console.log('Skipped on PostgreSQL: its server programs are not here (Debian: postgresql)')
    return
  }
  await using cleanUp = new AsyncDisposableStack()
  const cluster = cleanUp.use(await startCluster(programs))
  project.provide('postgres', { programs, databases: await prepareDatabases(cluster) })
  const disposal = cleanUp.move()
  return () => disposal.disposeAsync()
}

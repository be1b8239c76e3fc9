import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../../server/database/open.ts'
import { startCluster } from './cluster.ts'
import { createEmpty, template } from './databases.ts'
import { findPrograms } from './programs.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Null where there is no PostgreSQL. */
    postgres: { readonly programs: string; readonly url: string } | null
  }
}

/** One PostgreSQL for the whole run, with a database that all others are copied from. */
export default async function setUp(project: TestProject) {
  const programs = findPrograms()
  if (programs === undefined) {
    project.provide('postgres', null)
    console.log('Skipped on PostgreSQL, whose server programs are not here (Debian: postgresql)')
    return
  }
  await using cleanUp = new AsyncDisposableStack()
  const cluster = cleanUp.use(await startCluster(programs))
  const url = cluster.url('postgres')
  await createEmpty(url, template)
  await (await openDatabase(cluster.url(template))).destroy()
  project.provide('postgres', { programs, url })
  const disposal = cleanUp.move()
  return () => disposal.disposeAsync()
}

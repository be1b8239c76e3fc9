import { join } from 'node:path'
import { root } from '../../../tools/scripts/run-command.ts'
import { openPlace } from '../browser/place.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import type { Place } from '../worlds/factories.ts'
import { startServerProcess } from './server-process.ts'

export interface OwnSite {
  readonly url: string
  readonly place: Place
}

/**
 * A server with a database of its own, for tests that read every word of a screen: its only user has an
 * Arabic name and an address without a word.
 * @param folder of the site, in the repository
 */
export async function openOwnSite(
  folder: string,
  environment: Record<string, string> = {},
): Promise<OwnSite & AsyncDisposable> {
  const data = await temporaryFolder()
  const databaseUrl = `file:${join(data.path, 'aman.db')}`
  const server = await startServerProcess({
    DATABASE_URL: databaseUrl,
    SITE_DIRECTORY: join(root, folder),
    ...environment,
  })
  if (server.url === undefined) throw new Error(`no server: ${server.output().stderr}`)
  const place = await openPlace(databaseUrl)
  await place.database
    .updateTable('users')
    .set({ full_name: 'مدير', username: 'a1', email: 'a1@firm.example' })
    .execute()
  return {
    url: server.url,
    place,
    async [Symbol.asyncDispose]() {
      await place[Symbol.asyncDispose]()
      await server.end('SIGTERM')
      await data.remove()
    },
  }
}

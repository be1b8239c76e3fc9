import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type HeaderRule, type Headers, revalidate } from '../../../hosting/headers.ts'
import {
  formatHeadersFile,
  headersFileName,
  parseHeadersFile,
} from '../../../hosting/headers-file.ts'
import { inlineScripts } from '../../../hosting/page.ts'
import { owning } from '../../../tests/support/owning.ts'
import { startServer } from '../../../tests/support/server/running-server.ts'
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { root } from '../../scripts/run-command.ts'
import { compressFolder } from '../../scripts/site/compress.ts'
import { floorOf } from './floor.ts'

export interface Page {
  readonly path: string
  /** The path of the same text as a plain page. */
  readonly floor: string
}

/**
 * A copy of the built site with floor pages beside it, served by the real server as in production.
 * @param prepare adds the floor pages, and what the database is to hold
 * @param options of the server's command
 */
export async function serveSite(
  prepare: (directory: string, databaseFile: string) => Promise<void>,
  options: readonly string[] = [],
) {
  await using cleanUp = new AsyncDisposableStack()
  const folder = cleanUp.use(await temporaryFolder())
  const directory = join(folder.path, 'site')
  const databaseFile = join(folder.path, 'aman.db')
  cpSync(join(root, 'dist'), directory, { recursive: true })
  await prepare(directory, databaseFile)
  const environment = {
    HOST: '127.0.0.1',
    SITE_DIRECTORY: directory,
    POLICY_FILE: join(root, 'src/content/privacy-policy.yaml'),
  }
  const { url } = cleanUp.use(await startServer(`file:${databaseFile}`, environment, options))
  return owning(cleanUp, { url, directory })
}

export async function addPlainPages(directory: string, pages: readonly Page[]): Promise<void> {
  for (const { path, floor } of pages) {
    const html = readFileSync(join(directory, path, 'index.html'), 'utf8')
    await addFloor(directory, floor, floorOf(html))
  }
}

/** One page beside the site's own: under the same headers, compressed in the same way. */
export async function addFloor(
  directory: string,
  path: string,
  html: string,
  caching: Headers = revalidate,
): Promise<void> {
  const hashes = inlineScripts(html).map((script) => {
    return ` 'sha256-${createHash('sha256').update(script).digest('base64')}'`
  })
  // Lighthouse fetches robots.txt from within the page.
  const policy = `default-src 'none'; img-src 'self'; connect-src 'self'; script-src 'self'${hashes.join('')}`
  const folder = join(directory, path)
  mkdirSync(folder)
  writeFileSync(join(folder, 'index.html'), html)
  await compressFolder(folder)
  const headersFile = join(directory, headersFileName)
  const rules: HeaderRule[] = parseHeadersFile(readFileSync(headersFile, 'utf8'))
  rules.push({ path, headers: { 'Content-Security-Policy': policy, ...caching } })
  writeFileSync(headersFile, formatHeadersFile(rules))
}

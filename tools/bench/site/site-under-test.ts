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
import { floorFormPath, formFloorOf } from './form-floor.ts'

export const pages = [
  { path: '/', file: 'index.html', floor: '/floor' },
  { path: '/privacy-policy', file: 'privacy-policy/index.html', floor: '/floor-privacy-policy' },
  { path: '/ar/', file: 'ar/index.html', floor: '/floor-ar' },
] as const

export type MeasuredPage = (typeof pages)[number]

export interface SiteUnderTest extends AsyncDisposable {
  readonly url: string
  readonly directory: string
}

/**
 * A copy of the built site with floor pages beside it, served by the real server as in production.
 * @param prepare adds the floor pages, and what the database is to hold
 * @param options of the server's command
 */
export async function serveSite(
  prepare: (directory: string, databaseFile: string) => Promise<void>,
  options: readonly string[] = [],
): Promise<SiteUnderTest> {
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

/** The public pages' text as plain pages. */
export async function addPlainPages(directory: string): Promise<void> {
  for (const { file, floor } of pages) {
    await addFloor(directory, floor, floorOf(readFileSync(join(directory, file), 'utf8')))
  }
  const page = readFileSync(join(directory, pages[0].file), 'utf8')
  await addFloor(directory, floorFormPath, formFloorOf(page, floorOf(page)))
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

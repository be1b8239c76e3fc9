import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type HeaderRule, revalidate } from '../../hosting/headers.ts'
import { formatHeadersFile, headersFileName, parseHeadersFile } from '../../hosting/headers-file.ts'
import { root, start } from '../../scripts/run-command.ts'
import { compressFolder } from '../../scripts/site/compress.ts'
import { floorOf } from './floor.ts'
import { floorFormPath, formFloorOf } from './form-floor.ts'

export const pages = [
  { path: '/', file: 'index.html', floor: '/floor' },
  { path: '/privacy-policy', file: 'privacy-policy/index.html', floor: '/floor-privacy-policy' },
] as const

export type MeasuredPage = (typeof pages)[number]

export interface SiteUnderTest {
  readonly url: string
  readonly directory: string
  stop(): Promise<void>
}

const startTimeoutMs = 30_000

/**
 * A copy of the built site with floor pages beside it, served by the real server as in production.
 * @param prepare adds the floor pages, and what the database is to hold
 * @param options of the server's command
 */
export async function serveSite(
  prepare: (directory: string, databaseFile: string) => Promise<void>,
  options: readonly string[] = [],
): Promise<SiteUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), 'aman-bench-site-'))
  const directory = join(folder, 'site')
  const databaseFile = join(folder, 'aman.db')
  cpSync(join(root, 'dist'), directory, { recursive: true })
  await prepare(directory, databaseFile)
  const child = start('node', ['server/main.ts', ...options], {
    env: {
      HOST: '127.0.0.1',
      PORT: '0',
      DATABASE_URL: `file:${databaseFile}`,
      SITE_DIRECTORY: directory,
      SHUTDOWN_DELAY_SECONDS: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const listening = Promise.withResolvers<string>()
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0]
    if (url !== undefined) listening.resolve(url)
  })
  const tooLate = setTimeout(
    () => listening.reject(new Error('the server does not say where it listens')),
    startTimeoutMs,
  )
  void ended.then(() => listening.reject(new Error('the server ended before it listened')))
  const stop = async () => {
    clearTimeout(tooLate)
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const url = await listening.promise
    clearTimeout(tooLate)
    return { url, directory, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The public pages' text as plain pages. */
export async function addPlainPages(directory: string): Promise<void> {
  for (const { file, floor } of pages) {
    const html = floorOf(readFileSync(join(directory, file), 'utf8'))
    // Lighthouse fetches robots.txt from within the page.
    await addFloor(directory, floor, html, "default-src 'none'; img-src 'self'; connect-src 'self'")
  }
  const page = readFileSync(join(directory, pages[0].file), 'utf8')
  const { html, policy } = formFloorOf(page, floorOf(page))
  await addFloor(directory, floorFormPath, html, policy)
}

/** One page beside the site's own: under the same headers, compressed in the same way. */
export async function addFloor(
  directory: string,
  path: string,
  html: string,
  policy: string,
): Promise<void> {
  const folder = join(directory, path)
  mkdirSync(folder)
  writeFileSync(join(folder, 'index.html'), html)
  await compressFolder(folder)
  const headersFile = join(directory, headersFileName)
  const rules: HeaderRule[] = parseHeadersFile(readFileSync(headersFile, 'utf8'))
  rules.push({ path, headers: { 'Content-Security-Policy': policy, ...revalidate } })
  writeFileSync(headersFile, formatHeadersFile(rules))
}

import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { compressions, smallestBytes } from '../../../hosting/compressions.ts'
import { createFill, type FillMarkers } from '../../../hosting/fill-markers.ts'
import {
  type HeaderRule,
  headersFor,
  notFoundPath,
  revalidate,
  rulesOfUnknownSite,
} from '../../../hosting/headers.ts'
import { headersFileName, parseHeadersFile } from '../../../hosting/headers-file.ts'
import { type SiteSettings, usualSettings } from '../../../hosting/setting-markers.ts'
import type { Log } from '../../core/log.ts'
import { wordsOfCause } from '../../core/start-error.ts'
import { acceptsEncoding, matchesTag } from './conditional-request.ts'
import { setHeaders } from './security-headers.ts'
import {
  listSiteFiles,
  type ReadSiteFile,
  readAllFiles,
  type SiteFile,
  type Variant,
  variantOf,
} from './site-files.ts'

export interface Site {
  answer(request: IncomingMessage, response: ServerResponse): void
  /**
   * Until all files are in memory. Afterwards no request opens a file, so a missing file or a lack of
   * file descriptors cannot interrupt a response.
   */
  readonly isRead: Promise<unknown>
}

export interface SiteOptions {
  readonly settings?: SiteSettings
  /** Where compressed pages are kept for the next start; empty for nowhere. */
  readonly keptFolder?: string
  readonly log?: Log
}

/**
 * Serves the built site from memory with the headers that the build has written. The list of files is
 * made at start, so no path leads outside the site.
 */
export function createSite(
  directory: string,
  { settings = usualSettings, keptFolder = '', log = () => {} }: SiteOptions = {},
): Site {
  const fill = createFill(settings, new Date())
  const files = listSiteFiles(directory, fill)
  const readRules = rulesOf(directory, fill)
  let rules: readonly HeaderRule[] | undefined
  const rulesNow = () => rules ?? readRules()
  const isRead = readAllFiles(directory, files.values()).then((all) => {
    rules = readRules()
    return all
  })
  // Until it is done, browsers get the filled pages as they are.
  isRead
    .then((all) => compressFilled(all, keptFolder))
    .catch((cause) => log('error', 'pages not compressed', { error: wordsOfCause(cause) }))
  const answerNotFound = createNotFound(files, rulesNow)
  const answer: Site['answer'] = (request, response) => {
    if (files.size > 0 && request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end()
      return
    }
    const path = pathOf(request)
    const read = path === `/${headersFileName}` ? undefined : files.get(path)
    if (read === undefined) return answerNotFound(request, response, path)
    const file = read()
    // Also for a 304, whose headers replace those in the browser's cache.
    setHeaders(request, response, { ...revalidate, ...headersFor(rulesNow(), path) })
    sendFile(request, response, file)
  }
  return { answer, isRead }
}

/** Sends the whole file, because no page needs ranges. */
function sendFile(request: IncomingMessage, response: ServerResponse, file: SiteFile): void {
  const [encoding, { body, etag }] = chooseVariant(request, file)
  response.setHeader('Vary', 'Accept-Encoding')
  response.setHeader('ETag', etag)
  if (matchesTag(request.headers['if-none-match'], etag)) {
    response.writeHead(304).end()
    return
  }
  response
    .writeHead(200, {
      'Content-Type': file.type,
      'Content-Length': body.length,
      'Last-Modified': file.modified,
      ...(encoding === undefined ? {} : { 'Content-Encoding': encoding }),
    })
    .end(body)
}

function chooseVariant(
  { headers }: IncomingMessage,
  { br, gzip, plain }: SiteFile,
): [encoding: string | undefined, Variant] {
  const accepted = headers['accept-encoding']
  if (br !== undefined && acceptsEncoding(accepted, 'br')) return ['br', br]
  if (gzip !== undefined && acceptsEncoding(accepted, 'gzip')) return ['gzip', gzip]
  return [undefined, plain]
}

/**
 * The rules as far as pages are read: the policy of a page follows its scripts, which name settings.
 * @throws Error for a file that cannot be parsed
 */
function rulesOf(directory: string, fill: FillMarkers): () => readonly HeaderRule[] {
  const file = join(directory, headersFileName)
  if (!existsSync(file)) return () => rulesOfUnknownSite
  const text = readFileSync(file, 'utf8')
  return () => parseHeadersFile(fill(text))
}

/** The page of the language that the path begins with (`/ar/404/`), or else the one in English. */
function createNotFound(
  files: ReadonlyMap<string, ReadSiteFile>,
  rulesNow: () => readonly HeaderRule[],
) {
  return (request: IncomingMessage, response: ServerResponse, path: string): void => {
    const localized = `/${path.split('/')[1]}/404/`
    const pagePath = files.has(localized) ? localized : notFoundPath
    const page = files.get(pagePath)?.()
    const body = page?.plain.body ?? Buffer.from('Not found')
    const type = page?.type ?? 'text/plain;charset=utf-8'
    setHeaders(request, response, { ...revalidate, ...headersFor(rulesNow(), pagePath) })
    response.writeHead(404, { 'Content-Type': type, 'Content-Length': body.length }).end(body)
  }
}

/** A path that cannot be decoded is returned unchanged and matches no file. */
function pathOf(request: IncomingMessage): string {
  const [path = ''] = (request.url ?? '').split('?')
  try {
    return decodeURI(path).normalize()
  } catch {
    return path
  }
}

/**
 * Compresses the files that settings touch, which the build could not, one after the other beside the
 * running server. The results are kept, so that the next start with the same settings finds them.
 */
async function compressFilled(files: ReadonlySet<SiteFile>, keptFolder: string): Promise<void> {
  const filled = [...files].filter(
    ({ isFilled, plain }) => isFilled && plain.body.length >= smallestBytes,
  )
  if (filled.length === 0) return
  const kept = await openFolder(keptFolder)
  const used = new Set<string>()
  for (const file of filled) {
    for (const { coding, ending, compress } of compressions) {
      const name = `${createHash('sha256').update(file.plain.body).digest('hex')}.${ending}`
      used.add(name)
      file[coding] = variantOf(
        (await kept?.read(name)) ?? (await compressAndKeep(name, file.plain.body, compress, kept)),
      )
    }
  }
  await kept?.removeOthers(used)
}

async function compressAndKeep(
  name: string,
  body: Buffer,
  compress: (body: Buffer) => Promise<Buffer>,
  kept: Kept | undefined,
): Promise<Buffer> {
  const compressed = await compress(body)
  await kept?.write(name, compressed)
  return compressed
}

type Kept = NonNullable<Awaited<ReturnType<typeof openFolder>>>

/** @returns undefined where nothing can be kept, for example on a read-only disk */
async function openFolder(folder: string) {
  if (folder === '') return undefined
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
  } catch {
    return undefined
  }
  return {
    read: (name: string) => readFile(join(folder, name)).catch(() => undefined),
    async write(name: string, body: Buffer): Promise<void> {
      const part = join(folder, `${name}.${process.pid}.part`)
      try {
        await writeFile(part, body, { mode: 0o600 })
        await rename(part, join(folder, name))
      } catch {
        // The next start compresses it again.
        await rm(part, { force: true }).catch(() => undefined)
      }
    },
    async removeOthers(used: ReadonlySet<string>): Promise<void> {
      const names = await readdir(folder)
      const others = names.filter((name) => /\.(?:br|gz|part)$/.test(name) && !used.has(name))
      await Promise.all(others.map((name) => rm(join(folder, name), { force: true })))
    },
  }
}

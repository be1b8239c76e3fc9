import { existsSync, readFileSync } from 'node:fs'
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
  readonly log?: Log
}

/**
 * Serves the built site from memory with the headers that the build has written. The list of files is
 * made at start, so no path leads outside the site.
 */
export function createSite(
  directory: string,
  { settings = usualSettings, log = () => {} }: SiteOptions = {},
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
    .then((all) => compressFilled(all))
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

/** Compresses the files that settings touch, which the build could not, beside the running server. */
async function compressFilled(files: ReadonlySet<SiteFile>): Promise<void> {
  for (const file of files) {
    if (file.isFilled !== true || file.plain.body.length < smallestBytes) continue
    for (const { coding, compress } of compressions) {
      file[coding] = variantOf(await compress(file.plain.body))
    }
  }
}

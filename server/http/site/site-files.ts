import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, sep } from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import { type FillMarkers, hasMarkers } from '../../../hosting/fill-markers.ts'
import { addressesOf } from '../../../hosting/site-rules.ts'
import { StartError, wordsOfCause } from '../../core/start-error.ts'

export interface Variant {
  readonly body: Buffer
  /** A hash of the content, so that all servers with the same build send the same tag. */
  readonly etag: string
}

export interface SiteFile {
  readonly type: string
  readonly modified: string
  readonly plain: Variant
  /** Whether the settings of this server stand in it. */
  readonly isFilled?: boolean
  /** Created by the build, or later where settings touch the file; missing if it saves too little. */
  br?: Variant
  gzip?: Variant
}

/** Text types, which are sent with an encoding because browsers otherwise guess it. */
const textTypes: Readonly<Record<string, string>> = {
  css: 'text/css',
  html: 'text/html',
  js: 'text/javascript',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  xml: 'text/xml',
}
/** In which the site says what settings it has. */
const filledTypes = /\.(?:html|txt|xml)$/
const mostBytes = 200_000_000

/**
 * Reads the built site into memory. No request opens a file, so a missing file or a lack of file
 * descriptors cannot interrupt a response.
 * @param fill fills in the settings of a site that was built without them
 * @returns files by the addresses that they are served under; empty without a site
 * @throws StartError
 */
export function readSiteFiles(directory: string, fill: FillMarkers): ReadonlyMap<string, SiteFile> {
  if (directory === '' || !existsSync(directory)) return new Map()
  try {
    return indexFiles(directory, listFiles(directory), fill)
  } catch (cause) {
    if (cause instanceof StartError) throw cause
    throw new StartError(`Cannot read the site in ${directory}: ${wordsOfCause(cause)}`)
  }
}

function indexFiles(directory: string, found: Found, fill: FillMarkers): Map<string, SiteFile> {
  const files = new Map<string, SiteFile>()
  for (const [name, modified] of found) {
    if (/\.(?:br|gz)$/.test(name) && found.has(name.slice(0, -'.br'.length))) continue
    const file = readFile(
      `${directory}/${name}`,
      modified,
      (ending) => found.has(name + ending),
      fill,
    )
    for (const address of addressesOf(name)) files.set(address, file)
  }
  return files
}

/** When each file was modified, by its name with slashes. */
type Found = ReadonlyMap<string, Date>

/** Without dot files except in `.well-known`. */
function listFiles(directory: string): Found {
  const found = new Map<string, Date>()
  let bytes = 0
  for (const entry of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    const name = entry.replaceAll(sep, '/').normalize()
    if (isHidden(name)) continue
    const stats = statSync(`${directory}/${entry}`, { throwIfNoEntry: false })
    if (stats?.isFile() !== true) continue
    bytes += stats.size
    if (bytes > mostBytes) {
      throw new StartError(
        `The site in ${directory} is larger than ${mostBytes / 1e6} MB, and it is kept in memory: is SITE_DIRECTORY the folder of a built site?`,
      )
    }
    found.set(name, stats.mtime)
  }
  return found
}

function isHidden(name: string): boolean {
  return /(?:^|\/)\.(?!well-known\/)/.test(name)
}

function readFile(
  path: string,
  modified: Date,
  hasVariant: (ending: '.br' | '.gz') => boolean,
  fill: FillMarkers,
): SiteFile {
  const shared = { type: typeOf(path), modified: modified.toUTCString() }
  const body = readFileSync(path)
  if (filledTypes.test(path) && hasMarkers(body)) {
    return { ...shared, plain: variantOf(Buffer.from(fill(body.toString()))), isFilled: true }
  }
  return {
    ...shared,
    plain: variantOf(body),
    ...(hasVariant('.br') ? { br: variantOf(readFileSync(`${path}.br`)) } : {}),
    ...(hasVariant('.gz') ? { gzip: variantOf(readFileSync(`${path}.gz`)) } : {}),
  }
}

export function variantOf(body: Buffer): Variant {
  return { body, etag: `"${hash('sha256', body, 'base64url').slice(0, 22)}"` }
}

function typeOf(name: string): string {
  const text = textTypes[extname(name).slice(1)]
  if (text !== undefined) return `${text};charset=utf-8`
  return getMimeType(name) ?? 'application/octet-stream'
}

import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
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

function indexFiles(
  directory: string,
  names: ReadonlySet<string>,
  fill: FillMarkers,
): Map<string, SiteFile> {
  const files = new Map<string, SiteFile>()
  for (const name of names) {
    if (names.has(name.replace(/\.(?:br|gz)$/, '')) && /\.(?:br|gz)$/.test(name)) continue
    const file = readFile(directory, name, names, fill)
    for (const address of addressesOf(name)) files.set(address, file)
  }
  return files
}

/** Names with slashes, without dot files except in `.well-known`. */
function listFiles(directory: string): Set<string> {
  const names = new Set<string>()
  let bytes = 0
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const name = relative(directory, path).split(sep).join('/').normalize()
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats?.isFile() !== true || isHidden(name)) continue
    bytes += stats.size
    if (bytes > mostBytes) {
      throw new StartError(
        `The site in ${directory} is larger than ${mostBytes / 1e6} MB, and it is kept in memory: is SITE_DIRECTORY the folder of a built site?`,
      )
    }
    names.add(name)
  }
  return names
}

function isHidden(name: string): boolean {
  return /(?:^|\/)\.(?!well-known\/)/.test(name)
}

function readFile(
  directory: string,
  name: string,
  names: ReadonlySet<string>,
  fill: FillMarkers,
): SiteFile {
  const path = join(directory, name)
  const shared = { type: typeOf(name), modified: statSync(path).mtime.toUTCString() }
  const body = readFileSync(path)
  if (filledTypes.test(name) && hasMarkers(body)) {
    return { ...shared, plain: variantOf(Buffer.from(fill(body.toString()))), isFilled: true }
  }
  return {
    ...shared,
    plain: variantOf(body),
    ...(names.has(`${name}.br`) ? { br: variantOf(readFileSync(`${path}.br`)) } : {}),
    ...(names.has(`${name}.gz`) ? { gzip: variantOf(readFileSync(`${path}.gz`)) } : {}),
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

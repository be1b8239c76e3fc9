import { hash } from 'node:crypto'
import { type Dirent, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { setImmediate } from 'node:timers/promises'
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

/** Reads the file the first time that it is called, and keeps it. */
export type ReadSiteFile = () => SiteFile

/**
 * Lists the built site, whose files are read later: the start does not wait for 300 of them.
 * @param fill fills in the settings of a site that was built without them
 * @returns files by the addresses that they are served under; empty without a site
 * @throws StartError for a folder or a file that may not be read
 */
export function listSiteFiles(
  directory: string,
  fill: FillMarkers,
): ReadonlyMap<string, ReadSiteFile> {
  if (directory === '' || !existsSync(directory)) return new Map()
  return ofSite(directory, () => indexFiles(directory, listFiles(directory), fill))
}

function ofSite<Result>(directory: string, read: () => Result): Result {
  try {
    return read()
  } catch (cause) {
    if (cause instanceof StartError) throw cause
    throw new StartError(`Cannot read the site in ${directory}: ${wordsOfCause(cause)}`)
  }
}

/**
 * Reads all files of the list, beside the running server.
 * @throws StartError if one cannot be read, or they are too large to be kept in memory
 */
export async function readAllFiles(
  directory: string,
  reads: Iterable<ReadSiteFile>,
): Promise<ReadonlySet<SiteFile>> {
  const files = new Set<SiteFile>()
  let bytes = 0
  for (const read of new Set(reads)) {
    await setImmediate()
    const file = read()
    files.add(file)
    for (const variant of [file.plain, file.br, file.gzip]) bytes += variant?.body.length ?? 0
    if (bytes > mostBytes) {
      throw new StartError(
        `The site in ${directory} is larger than ${mostBytes / 1e6} MB, and it is kept in memory: is SITE_DIRECTORY the folder of a built site?`,
      )
    }
  }
  return files
}

function indexFiles(
  directory: string,
  found: ReadonlySet<string>,
  fill: FillMarkers,
): Map<string, ReadSiteFile> {
  const files = new Map<string, ReadSiteFile>()
  for (const name of found) {
    if (/\.(?:br|gz)$/.test(name) && found.has(name.slice(0, -'.br'.length))) continue
    let file: SiteFile | undefined
    const hasVariant = (ending: string) => found.has(name + ending)
    const read = () => {
      file ??= ofSite(directory, () => readFile(`${directory}/${name}`, hasVariant, fill))
      return file
    }
    for (const address of addressesOf(name)) files.set(address, read)
  }
  return files
}

/** The names of files, with slashes; without dot files except in `.well-known`. */
function listFiles(directory: string): ReadonlySet<string> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true })
  const names = entries
    .filter(isFile)
    .map((entry) =>
      relative(directory, join(entry.parentPath, entry.name)).replaceAll(sep, '/').normalize(),
    )
  return new Set(names.filter((name) => !isHidden(name)))
}

function isFile(entry: Dirent): boolean {
  if (!entry.isSymbolicLink()) return entry.isFile()
  const stats = statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })
  return stats?.isFile() === true
}

function isHidden(name: string): boolean {
  return /(?:^|\/)\.(?!well-known\/)/.test(name)
}

function readFile(
  path: string,
  hasVariant: (ending: '.br' | '.gz') => boolean,
  fill: FillMarkers,
): SiteFile {
  const shared = { type: typeOf(path), modified: statSync(path).mtime.toUTCString() }
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

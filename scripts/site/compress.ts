import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

const compressible = new Set(
  ['html', 'js', 'css', 'svg', 'json', 'xml', 'txt', 'webmanifest'].map((name) => `.${name}`),
)

/** Below this size, compression saves less than the look-up costs. */
const smallestBytes = 512

export interface Weight {
  files: number
  bytes: number
  /** What a browser that accepts brotli receives for all files together. */
  brotliBytes: number
}

async function compressFile(path: string): Promise<{ bytes: number; brotliBytes: number }> {
  const content = await readFile(path)
  const bytes = content.length
  if (!compressible.has(extname(path)) || bytes < smallestBytes)
    return { bytes, brotliBytes: bytes }
  const parameters = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
  }
  const [small, fallback] = await Promise.all([
    brotli(content, { params: parameters }),
    gzipped(content, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, small), writeFile(`${path}.gz`, fallback)])
  return { bytes, brotliBytes: small.length }
}

/**
 * Writes `.br` and `.gz` beside each text file of a folder, so that the server does not compress anything.
 */
export async function compressFolder(folder: string): Promise<Weight> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((it) => join(it.parentPath, it.name))
  const weights = await Promise.all(paths.map(compressFile))
  const sum = (key: 'bytes' | 'brotliBytes') => weights.reduce((total, it) => total + it[key], 0)
  return { files: paths.length, bytes: sum('bytes'), brotliBytes: sum('brotliBytes') }
}

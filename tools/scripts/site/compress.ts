import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { compressions, smallestBytes } from '../../../hosting/compressions.ts'

const compressible = new Set(
  ['html', 'js', 'css', 'svg', 'json', 'xml', 'txt', 'webmanifest'].map((name) => `.${name}`),
)

export interface Weight {
  files: number
  bytes: number
  /** The bytes that a browser with brotli receives for all files together. */
  brotliBytes: number
}

async function compressFile(path: string): Promise<{ bytes: number; brotliBytes: number }> {
  const content = await readFile(path)
  const bytes = content.length
  if (!compressible.has(extname(path)) || bytes < smallestBytes)
    return { bytes, brotliBytes: bytes }
  const [small] = await Promise.all(
    compressions.map(async ({ ending, compress }) => {
      const compressed = await compress(content)
      await writeFile(`${path}.${ending}`, compressed)
      return compressed
    }),
  )
  return { bytes, brotliBytes: small?.length ?? bytes }
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

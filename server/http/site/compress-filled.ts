import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compressions, smallestBytes } from '../../../hosting/compressions.ts'
import { type SiteFile, variantOf } from './site-files.ts'

/**
 * Compresses the files that settings touch, which the build could not, one after the other beside the
 * running server. The results are kept, so that the next start with the same settings finds them.
 */
export async function compressFilled(
  files: ReadonlySet<SiteFile>,
  keptFolder: string,
): Promise<void> {
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

import { createHash } from 'node:crypto'
import { createReadStream, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { run } from '../run-command.ts'

const checksumsFile = 'SHA256SUMS'
/** Unpacked last: its absence shows that unpacking stopped. */
const lastFile = 'complete'

/** Writes the checksums of all files, for `sha256sum --check SHA256SUMS`. */
export async function writeChecksums(folder: string): Promise<void> {
  const lines: string[] = []
  for (const name of filesIn(folder)) lines.push(`${await checksum(join(folder, name))}  ${name}`)
  writeFileSync(join(folder, checksumsFile), `${lines.join('\n')}\n`)
  writeFileSync(join(folder, lastFile), '')
}

/** Packs a folder into the same bytes wherever and whenever it is done. @returns the checksum */
export async function pack(folder: string, archive: string, epochSeconds: number): Promise<string> {
  const name = basename(folder)
  const files = filesIn(folder).filter((file) => file !== lastFile)
  const list = `${folder}.list`
  writeFileSync(list, [...files, lastFile].map((file) => `${name}/${file}\n`).join(''))
  const fixed = ['--format=gnu', '--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX']
  const { exitCode, output } = await run('tar', [
    ...fixed,
    `--mtime=@${epochSeconds}`,
    `--directory=${dirname(folder)}`,
    `--files-from=${list}`,
    // Without the name and the time of the file.
    '--use-compress-program=gzip -n -9',
    '--create',
    `--file=${archive}`,
  ])
  rmSync(list)
  if (exitCode !== 0) throw new Error(`tar failed: ${output}`)
  return checksum(archive)
}

function filesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => statSync(join(folder, name)).isFile()).sort()
}

async function checksum(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

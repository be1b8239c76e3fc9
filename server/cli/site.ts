import '../core/closed-prototype.ts'
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { compressions } from '../../hosting/compressions.ts'
import { createFill, hasMarkers } from '../../hosting/fill-markers.ts'
import { headersFileName } from '../../hosting/headers-file.ts'
import { commandLine } from '../core/command-line.ts'
import { readEnvironment } from '../core/read-environment.ts'
import { StartError, wordsOfCause } from '../core/start-error.ts'
import { runCommand } from './command.ts'
import { asCaller } from './invocation/caller.ts'

/*
 * aman site --into <folder>: the files of the site with the settings of this machine, compressed, and
 * the headers that a host must send beside them.
 */

await runCommand(async () => {
  const folder = readFolder()
  const { siteDirectory, siteOptions, trainingUrl } = readEnvironment()
  if (!existsSync(siteDirectory)) throw new StartError(`There is no site in ${siteDirectory}`)
  try {
    asCaller(() => cpSync(siteDirectory, folder, { recursive: true }))
    await fillFolder(folder, siteOptions.settings)
    write(join(folder, 'config.json'), JSON.stringify({ training_url: trainingUrl }))
  } catch (cause) {
    throw new StartError(`Cannot write ${folder}: ${wordsOfCause(cause)}`)
  }
  process.stdout.write(`The site of ${siteOptions.settings.siteUrl} is in ${folder}\n`)
})

async function fillFolder(folder: string, settings: Parameters<typeof createFill>[0]) {
  const fill = createFill(settings, new Date())
  const files = asCaller(() => listFiles(folder))
  // The headers follow from the pages.
  const isLast = (name: string) => Number(name === headersFileName)
  for (const name of files.toSorted((one, other) => isLast(one) - isLast(other))) {
    const path = join(folder, name)
    const before = asCaller(() => readFileSync(path))
    if (!hasMarkers(before)) continue
    const body = Buffer.from(fill(before.toString()))
    write(path, body)
    if (name === headersFileName) continue
    for (const { ending, compress } of compressions) {
      write(`${path}.${ending}`, await compress(body))
    }
  }
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  )
}

function write(path: string, content: string | Uint8Array): void {
  asCaller(() => writeFileSync(path, content))
}

/** A new folder or an empty one, so that no file of an older site stays. */
function readFolder(): string {
  try {
    const { into } = parseArgs({ options: { into: { type: 'string' } } }).values
    if (into === undefined || into === '') throw new Error('Name a folder')
    if (asCaller(() => existsSync(into) && readdirSync(into).length > 0))
      throw new Error(`${into} is not empty`)
    return into
  } catch (cause) {
    throw new StartError(`${wordsOfCause(cause)}\nUsage: ${commandLine('site')} --into <folder>`)
  }
}

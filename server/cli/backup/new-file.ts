import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { StartError } from '../../core/start-error.ts'
import { asCaller } from '../invocation/caller.ts'
import { removeLeftBehind } from './staging.ts'

/** A file that gets its name when it is complete. */
interface NewFile extends Disposable {
  readonly descriptor: number
  /** Writes to the disk, and gives the file its name. */
  finish(): void
}

/** @throws StartError if there is one with this name */
export function checkNew(path: string): void {
  if (!asCaller(() => existsSync(path))) return
  throw new StartError(`${path} is there already; a backup overwrites nothing`)
}

/** Only its owner may read it. What an ended process left under the same name is removed. */
export function openNewFile(path: string): NewFile {
  const partPath = `${path}.${process.pid}.part`
  const descriptor = asCaller(() => {
    removeLeftBehind(dirname(path), (name) => processOfPart(name, basename(path)))
    return openSync(partPath, 'wx', 0o600)
  })
  let isOpen = true
  const close = () => {
    if (isOpen) closeSync(descriptor)
    isOpen = false
  }
  return {
    descriptor,
    finish() {
      fsyncSync(descriptor)
      close()
      checkNew(path)
      asCaller(() => renameSync(partPath, path))
    },
    [Symbol.dispose]() {
      close()
      asCaller(() => rmSync(partPath, { force: true }))
    },
  }
}

function processOfPart(name: string, target: string): string | undefined {
  if (!name.startsWith(`${target}.`)) return undefined
  return /^\.(\d+)\.part$/.exec(name.slice(target.length))?.[1]
}

const endings = { plain: '.db', encrypted: '.db.age' }
/** Beside a backup that is not encrypted. */
export const secretsEnding = '.secrets'
const nameInFolder = /^aman-\d{8}T\d{6}Z\.db(?:\.age)?$/
const partInFolder = /^aman-\d{8}T\d{6}Z\.db(?:\.age|\.secrets)?\.(\d+)\.part$/

/** The name of a backup in a folder of backups: they sort by time. */
export function nameOfBackup(moment: Date, kind: keyof typeof endings): string {
  const compact = moment.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  return `aman-${compact}${endings[kind]}`
}

/** Deletes the oldest backups of a folder, and what is left of those that did not become complete. */
export function keepNewest(folder: string, count: number): void {
  asCaller(() => {
    removeLeftBehind(folder, (name) => partInFolder.exec(name)?.[1])
    const backups = readdirSync(folder).filter((name) => nameInFolder.test(name))
    for (const name of backups.toSorted().slice(0, -count)) {
      for (const ending of ['', secretsEnding]) rmSync(join(folder, name + ending), { force: true })
    }
  })
}

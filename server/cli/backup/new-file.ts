import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { isPostgresUrl } from '../../core/database-address.ts'
import { StartError } from '../../core/start-error.ts'
import { asCaller } from '../invocation/caller.ts'

const prefix = 'aman-staging-'
/** The process that made it is in its name. */
const pattern = /^aman-staging-(\d+)-/

/** Where a database is copied to as a file, before a backup or a restore is complete. */
interface Staging extends Disposable {
  readonly file: string
}

/**
 * A new folder that only this account may enter: beside a database file, so that no other disk gets what
 * is not encrypted, or else in `TMPDIR`. Folders of processes that were killed are removed first.
 */
export function openStaging(address: string): Staging {
  const place = isPostgresUrl(address) ? tmpdir() : dirname(address)
  mkdirSync(place, { recursive: true, mode: 0o700 })
  removeLeftBehind(place, (name) => pattern.exec(name)?.[1])
  const folder = mkdtempSync(join(place, `${prefix}${process.pid}-`))
  return {
    file: join(folder, 'aman.db'),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/**
 * Removes what processes that have ended left in a folder.
 * @param processOf the number of the process in a name; undefined for any other name
 */
function removeLeftBehind(folder: string, processOf: (name: string) => string | undefined): void {
  for (const name of readdirSync(folder)) {
    const id = processOf(name)
    if (id !== undefined && !isRunning(Number(id))) removeIfOwn(join(folder, name))
  }
}

/** In a folder of all accounts there may be those of others. */
function removeIfOwn(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {}
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0)
    return true
  } catch (cause) {
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM'
  }
}

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

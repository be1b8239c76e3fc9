import { hash } from 'node:crypto'
import { access, type FileHandle, open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BreachedPasswords } from '../../core/ports.ts'
import { StartError, wordsOfCause } from '../../core/start-error.ts'

/** Without a list. */
export const noBreachedPasswords: BreachedPasswords = {
  has: async () => false,
  close: async () => {},
}

const prefixLength = 5
const lastPrefix = 'FFFFF'
/** Longer than any line: a hash of 40 characters and a count. */
const longestLine = 128
/** Below this size a part of the file is read as a whole. */
const windowBytes = 4096
/** How many lines of a file are compared at the start. */
const comparedLines = 64

/**
 * Opens the list that the operator placed: the range files of Have I Been Pwned in a folder, or one file
 * of SHA-1 hashes in their order. Neither is read into memory.
 * @throws StartError if it cannot be read or has another format
 */
export async function openBreachedPasswords(path: string): Promise<BreachedPasswords> {
  if (path === '') return noBreachedPasswords
  try {
    const found = await stat(path)
    return found.isDirectory() ? await openFolder(path) : await openFile(path)
  } catch (cause) {
    throw new StartError(`BREACHED_PASSWORDS cannot be used: ${wordsOfCause(cause)}`)
  }
}

async function openFolder(folder: string): Promise<BreachedPasswords> {
  const extension = await extensionOf(folder)
  const read = (prefix: string) => readFile(join(folder, prefix + extension), 'latin1')
  for (const prefix of ['00000', lastPrefix]) {
    const text = await read(prefix)
    if (!/^[\dA-F]{35}:\d+/i.test(text))
      throw new Error(`${prefix}${extension} is not a range file`)
  }
  return {
    has: async (password) => {
      const hashed = hashOf(password)
      return holds(await read(hashed.slice(0, prefixLength)), hashed.slice(prefixLength))
    },
    close: async () => {},
  }
}

/** The official downloader writes `00000.txt`, others write `00000`. */
async function extensionOf(folder: string): Promise<string> {
  const isPlain = await access(join(folder, '00000')).then(
    () => true,
    () => false,
  )
  return isPlain ? '' : '.txt'
}

async function openFile(path: string): Promise<BreachedPasswords> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    await checkOrder(file, size)
    return {
      has: (password) => search(file, size, hashOf(password)),
      close: () => file.close(),
    }
  } catch (cause) {
    await file.close()
    throw cause
  }
}

/** Have I Been Pwned also publishes its list in the order of the counts, which cannot be searched. */
async function checkOrder(file: FileHandle, size: number): Promise<void> {
  let before = ''
  for (let number = 0; number < comparedLines; number += 1) {
    const at = Math.floor((size * number) / comparedLines)
    const line = await lineAfter(file, at, size)
    if (line === undefined) break
    if (!/^[\dA-F]{40}(?::\d+)?$/.test(line.text)) {
      throw new Error(`it holds '${line.text.slice(0, 60)}' in place of a SHA-1 hash`)
    }
    if (line.text < before) throw new Error('it is not sorted by SHA-1 hash')
    before = line.text
  }
  if (before === '') throw new Error('it is empty')
}

/** A binary search over bytes; `low` and `high` are where lines begin. */
async function search(file: FileHandle, size: number, hashed: string): Promise<boolean> {
  let low = 0
  let high = size
  while (high - low > windowBytes) {
    const middle = Math.floor((low + high) / 2)
    const line = await lineAfter(file, middle, high)
    if (line === undefined) break
    if (line.text.slice(0, hashed.length) < hashed) low = line.start
    else if (line.text.startsWith(hashed)) return isCounted(line.text)
    else high = line.start
  }
  return holds(await readAt(file, low, high - low), hashed)
}

/** @returns the first line that begins at or after a place; undefined if there is none before `end` */
async function lineAfter(file: FileHandle, at: number, end: number) {
  const from = Math.max(0, at - 1)
  const text = await readAt(file, from, 2 * longestLine)
  const offset = at === 0 ? 0 : text.indexOf('\n') + 1
  const start = from + offset
  if ((at > 0 && offset === 0) || start >= end) return undefined
  const [line = ''] = text.slice(offset).split(/\r?\n/, 1)
  return { start, text: line.toUpperCase() }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.toString('latin1', 0, bytesRead)
}

function hashOf(password: string): string {
  return hash('sha1', password).toUpperCase()
}

function holds(lines: string, hashed: string): boolean {
  const line = lines.split(/\r?\n/).find((each) => each.toUpperCase().startsWith(hashed))
  return line !== undefined && isCounted(line)
}

/** Range files may be padded with invented hashes, which have the count 0. */
function isCounted(line: string): boolean {
  return !line.trimEnd().endsWith(':0')
}

import { createHash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readFileSync, readSync, writeSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { StartError, wordsOfCause } from '../../core/start-error.ts'
import { asCaller } from '../invocation/caller.ts'

const shortest = 12

/** @param isNew whether something is about to be encrypted with it: then it is checked, or asked for twice */
export async function readPassphrase(file: string | undefined, isNew: boolean): Promise<string> {
  const passphrase = file === undefined ? await askFor('Passphrase: ') : firstLine(file)
  if (!isNew) return passphrase
  if (passphrase.length < shortest) {
    throw new StartError(`A passphrase of at least ${shortest} characters is expected`)
  }
  if (file === undefined && (await askFor('The same once more: ')) !== passphrase) {
    throw new StartError('The two passphrases differ')
  }
  return passphrase
}

function firstLine(file: string): string {
  const [line = ''] = asCaller(() => readFileSync(file, 'utf8')).split(/\r?\n/)
  return line
}

/** Shows nothing of what is typed. */
async function askFor(words: string): Promise<string> {
  if (!process.stdin.isTTY) {
    throw new StartError(
      'A passphrase is needed: --passphrase-file <file>, or a terminal to type it',
    )
  }
  process.stderr.write(words)
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output, terminal: true })
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}

/*
 * A backup is the database as a file of SQLite. It ends with its checksum, of which SQLite takes no
 * notice; or it is encrypted as a whole, in the format of age (https://age-encryption.org/v1).
 */

const sqliteMagic = 'SQLite format 3\0'
const ageMagic = 'age-encryption.org/v1\n'
/** 2^17 rounds, as OWASP recommends at least: 128 MB of memory and about a second. */
const workFactor = 17
const trailerStart = '\naman backup sha256 '
const trailerBytes = trailerStart.length + 65
const chunkBytes = 65_536

type Format = 'plain' | 'encrypted'

/** @throws StartError for any other file */
export function formatOf(descriptor: number, path: string): Format {
  const start = readText(descriptor, 0, ageMagic.length)
  if (start.startsWith(ageMagic)) return 'encrypted'
  if (start.startsWith(sqliteMagic)) return 'plain'
  throw new StartError(`${path} is no backup of Aman`)
}

export function writePlain(staged: string, descriptor: number): void {
  const hash = createHash('sha256')
  using source = openFile(staged, 'r')
  for (const chunk of chunksOf(source.descriptor)) {
    hash.update(chunk)
    writeAll(descriptor, chunk)
  }
  writeAll(descriptor, Buffer.from(`${trailerStart}${hash.digest('hex')}\n`))
}

export async function writeEncrypted(
  staged: string,
  descriptor: number,
  passphrase: string,
): Promise<void> {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  encrypter.setScryptWorkFactor(workFactor)
  using source = openFile(staged, 'r')
  await drain(await encrypter.encrypt(streamOf(source.descriptor)), descriptor)
}

/** @throws StartError if the checksum is not that of the file */
export function readPlain(descriptor: number, path: string, target: string): void {
  const { size } = fstatSync(descriptor)
  const trailer = readText(descriptor, size - trailerBytes, trailerBytes)
  const end = trailer.startsWith(trailerStart) ? size - trailerBytes : size
  const hash = createHash('sha256')
  using written = openFile(target, 'wx')
  for (const chunk of chunksOf(descriptor, end)) {
    hash.update(chunk)
    writeAll(written.descriptor, chunk)
  }
  const isWhole =
    end === size
      ? sizeInHeader(descriptor) === size
      : trailer === `${trailerStart}${hash.digest('hex')}\n`
  if (!isWhole) throw new StartError(`${path} is damaged or not complete: its checksum differs`)
}

/** @throws StartError for another passphrase or a changed file */
export async function readEncrypted(
  descriptor: number,
  path: string,
  target: string,
  passphrase: string,
): Promise<void> {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  using written = openFile(target, 'wx')
  const explain = (cause: unknown) => cannotDecrypt(path, cause)
  const opened = await decrypter.decrypt(streamOf(descriptor)).catch((cause: unknown) => {
    throw explain(cause)
  })
  await drain(opened, written.descriptor, explain)
}

function cannotDecrypt(path: string, cause: unknown): StartError {
  return new StartError(
    `Cannot decrypt ${path}: the passphrase is another one, or the file is damaged or not complete (${wordsOfCause(cause)})`,
  )
}

/** A file without a checksum, as releases before 0.3.0 made it. */
function sizeInHeader(descriptor: number): number {
  const header = Buffer.alloc(32)
  readSync(descriptor, header, 0, header.length, 0)
  const pageBytes = header.readUInt16BE(16)
  return (pageBytes === 1 ? 65_536 : pageBytes) * header.readUInt32BE(28)
}

function readText(descriptor: number, position: number, length: number): string {
  const bytes = Buffer.alloc(length)
  const count = position < 0 ? 0 : readSync(descriptor, bytes, 0, length, position)
  return bytes.toString('latin1', 0, count)
}

function* chunksOf(descriptor: number, end = Number.POSITIVE_INFINITY) {
  for (let position = 0; position < end; ) {
    const chunk = new Uint8Array(Math.min(chunkBytes, end - position))
    const count = readSync(descriptor, chunk, 0, chunk.length, position)
    if (count === 0) return
    position += count
    yield chunk.subarray(0, count)
  }
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) {
    written += writeSync(descriptor, bytes, written)
  }
}

function streamOf(descriptor: number): ReadableStream<Uint8Array> {
  const chunks = chunksOf(descriptor)
  return new ReadableStream({
    pull(controller) {
      const { done, value } = chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
}

/** @param explain makes the error of what cannot be read */
async function drain(
  source: ReadableStream<Uint8Array>,
  descriptor: number,
  explain = (cause: unknown) => cause,
): Promise<void> {
  const reader = source.getReader()
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw explain(cause)
    })
    if (done) return
    writeAll(descriptor, value)
  }
}

/** Only its owner may read a new one. */
function openFile(path: string, flags: 'r' | 'wx') {
  const descriptor = openSync(path, flags, 0o600)
  return { descriptor, [Symbol.dispose]: () => closeSync(descriptor) }
}

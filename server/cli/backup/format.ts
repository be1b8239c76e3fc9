import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, fstatSync, readSync } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StartError, wordsOfCause } from '../../core/start-error.ts'

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

export type Format = 'plain' | 'encrypted'

/** @throws StartError for any other file */
export function formatOf(descriptor: number, path: string): Format {
  const start = readText(descriptor, 0, ageMagic.length)
  if (start.startsWith(ageMagic)) return 'encrypted'
  if (start.startsWith(sqliteMagic)) return 'plain'
  throw new StartError(`${path} is no backup of Aman`)
}

export async function writePlain(staged: string, descriptor: number): Promise<void> {
  const hash = createHash('sha256')
  const append = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
    flush(done) {
      done(null, `${trailerStart}${hash.digest('hex')}\n`)
    },
  })
  await pipeline(createReadStream(staged), append, writeTo(descriptor))
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
  await pipeline(await encrypter.encrypt(bytesOf(createReadStream(staged))), writeTo(descriptor))
}

/** @throws StartError if the checksum is not that of the file */
export async function readPlain(descriptor: number, path: string, target: string): Promise<void> {
  const { size } = fstatSync(descriptor)
  const trailer = readText(descriptor, size - trailerBytes, trailerBytes)
  const end = trailer.startsWith(trailerStart) ? size - trailerBytes : size
  const hash = createHash('sha256')
  const look = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  const source = createReadStream('', { fd: descriptor, autoClose: false, start: 0, end: end - 1 })
  await pipeline(source, look, createWriteStream(target, { flags: 'wx', mode: 0o600 }))
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
  const source = createReadStream('', { fd: descriptor, autoClose: false, start: 0 })
  try {
    const opened = await decrypter.decrypt(bytesOf(source))
    await pipeline(opened, createWriteStream(target, { flags: 'wx', mode: 0o600 }))
  } catch (cause) {
    throw new StartError(
      `Cannot decrypt ${path}: the passphrase is another one, or the file is damaged or not complete (${wordsOfCause(cause)})`,
    )
  }
}

/** Of a file without a checksum, as releases before 0.3.0 made it. */
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

/** It stays open, so that it can be written to the disk. */
function writeTo(descriptor: number) {
  return createWriteStream('', { fd: descriptor, autoClose: false })
}

function bytesOf(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
}

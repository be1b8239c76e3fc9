import type { HonoRequest } from 'hono'
import {
  badJson,
  brokenBody,
  tooLarge,
  unsupportedBody,
  unsupportedCoding,
  unsupportedType,
} from '../../contract/core/common-errors.ts'
import { HttpError } from '../core/http-error.ts'
import { holdBody, requireRoom, uncountedBytes } from './body-room.ts'

const decoder = new TextDecoder()

const jsonMediaType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i

/**
 * Reads the JSON body of a request.
 * @returns undefined for an empty body
 */
export async function readJson(request: HonoRequest, limitBytes: number): Promise<unknown> {
  requirePlain(request)
  const text = await readText(request, limitBytes).catch(brokenOff)
  if (text.trim() === '') return undefined
  const mediaType = request.header('content-type')
  // A page of another site can send other types, or none, without a CORS preflight.
  if (mediaType === undefined || !jsonMediaType.test(mediaType)) {
    throw new HttpError(unsupportedType, { media_type: mediaType ?? null })
  }
  // The parser takes long for lists within lists, and what reads them after it may call itself.
  if (isNestedDeeply(text)) throw new HttpError(badJson, {})
  try {
    return JSON.parse(text)
  } catch {
    throw new HttpError(badJson, {})
  }
}

/** Reads the body of a request as it is. The media type is checked first: the body may be large. */
export async function readBytes(
  request: HonoRequest,
  expected: string,
  limitBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  requirePlain(request)
  const mediaType = request.header('content-type')
  if (mediaType?.split(';')[0]?.trim().toLowerCase() !== expected) {
    throw new HttpError(unsupportedBody, { expected, media_type: mediaType ?? null })
  }
  return readBody(request, limitBytes).catch(brokenOff)
}

/** A small compressed body may be a very large one. */
function requirePlain(request: HonoRequest): void {
  const coding = request.header('content-encoding')?.trim().toLowerCase() ?? ''
  if (coding === '' || coding === 'identity') return
  throw new HttpError(unsupportedCoding, { coding }, { headers: { 'Accept-Encoding': 'identity' } })
}

/** The client is gone. A 400, because a server failure would be logged. */
function brokenOff(cause: unknown): never {
  throw cause instanceof HttpError ? cause : new HttpError(brokenBody, {})
}

async function readText(request: HonoRequest, limitBytes: number): Promise<string> {
  return decoder.decode(await readBody(request, limitBytes))
}

async function readBody(
  request: HonoRequest,
  limitBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const length = lengthOf(request)
  if (length !== undefined && length > limitBytes) {
    // A proxy that still sends when the connection closes answers 502 in place of the reason.
    if (length <= 2 * limitBytes) for await (const _ of request.raw.body ?? []);
    throw larger(limitBytes)
  }
  if (length !== undefined && length <= uncountedBytes) {
    return new Uint8Array(await request.arrayBuffer())
  }
  requireRoom(request, length ?? 0)
  return collect(request, length ?? limitBytes, limitBytes)
}

/** @returns undefined for a body whose bytes must be counted */
function lengthOf(request: HonoRequest): number | undefined {
  const length = request.header('content-length')
  const isCounted = length === undefined || request.header('transfer-encoding') !== undefined
  return isCounted ? undefined : Number(length)
}

/**
 * Into memory that grows with what comes: one that has the length at once would be taken by a client
 * that sends nothing, and many small pieces take far more than their bytes.
 */
async function collect(
  request: HonoRequest,
  expectedBytes: number,
  limitBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  let memory = new ArrayBuffer(Math.min(uncountedBytes, expectedBytes))
  let size = 0
  for await (const chunk of request.raw.body ?? []) {
    const needed = size + chunk.byteLength
    if (needed > limitBytes) throw larger(limitBytes)
    if (needed > memory.byteLength) {
      const grown = Math.max(needed, Math.min(2 * memory.byteLength, expectedBytes))
      holdBody(request, grown)
      memory = memory.transfer(grown)
    }
    new Uint8Array(memory).set(chunk, size)
    size = needed
  }
  return new Uint8Array(memory.byteLength === size ? memory : memory.transfer(size))
}

function larger(limitBytes: number): HttpError {
  return new HttpError(tooLarge, { max_bytes: limitBytes })
}

/** No call takes a body with more levels than a few; so many cost no time. */
const mostLevels = 10_000

const [quote, backslash] = ['"', '\\'].map((sign) => sign.charCodeAt(0))
const [openList, closeList, openObject, closeObject] = ['[', ']', '{', '}'].map((sign) =>
  sign.charCodeAt(0),
)

/** Whether a text in JSON has lists and objects within each other at more levels than any call takes. */
function isNestedDeeply(json: string): boolean {
  let levels = 0
  let isInText = false
  for (let place = 0; place < json.length; place += 1) {
    const sign = json.charCodeAt(place)
    if (isInText && sign === backslash) place += 1
    else if (sign === quote) isInText = !isInText
    else if (isInText) continue
    else if (sign === openList || sign === openObject) levels += 1
    else if (sign === closeList || sign === closeObject) levels -= 1
    if (levels > mostLevels) return true
  }
  return false
}

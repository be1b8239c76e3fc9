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
import { isNestedDeeply } from './json-depth.ts'

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
): Promise<Uint8Array> {
  requirePlain(request)
  const mediaType = request.header('content-type')
  if (mediaType?.split(';')[0]?.trim().toLowerCase() !== expected) {
    throw new HttpError(unsupportedBody, { expected, media_type: mediaType ?? null })
  }
  const read = async () =>
    (await hasLengthWithin(request, limitBytes))
      ? new Uint8Array(await request.arrayBuffer())
      : countBytes(request, limitBytes)
  return read().catch(brokenOff)
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
  if (await hasLengthWithin(request, limitBytes)) return request.text()
  return (await countBytes(request, limitBytes)).toString('utf8')
}

async function hasLengthWithin(request: HonoRequest, limitBytes: number): Promise<boolean> {
  const length = request.header('content-length')
  if (length === undefined || request.header('transfer-encoding') !== undefined) return false
  if (Number(length) <= limitBytes) return true
  // A proxy that still sends when the connection closes answers 502 in place of the reason.
  if (Number(length) <= 2 * limitBytes) for await (const _ of request.raw.body ?? []);
  throw larger(limitBytes)
}

/** A body without a length must be counted. */
async function countBytes(request: HonoRequest, limitBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.raw.body ?? []) {
    size += chunk.byteLength
    if (size > limitBytes) throw larger(limitBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function larger(limitBytes: number): HttpError {
  return new HttpError(tooLarge, { max_bytes: limitBytes })
}

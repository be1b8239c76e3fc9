import type { HonoRequest } from 'hono'
import { badJson, brokenBody, tooLarge, unsupportedType } from '../../contract/common-errors.ts'
import { HttpError } from './http-error.ts'

const jsonMediaType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i

/**
 * Reads the JSON body of a request.
 * @returns undefined for an empty body
 */
export async function readJson(request: HonoRequest, limitBytes: number): Promise<unknown> {
  const text = await readText(request, limitBytes).catch((cause: unknown) => {
    // The client is gone. A 400, because a server failure would be logged.
    throw cause instanceof HttpError ? cause : new HttpError(brokenBody, {})
  })
  if (text.trim() === '') return undefined
  const mediaType = request.header('content-type')
  // A page of another site can send other types, or none, without a CORS preflight.
  if (mediaType === undefined || !jsonMediaType.test(mediaType)) {
    throw new HttpError(unsupportedType, { media_type: mediaType ?? null })
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new HttpError(badJson, {})
  }
}

async function readText(request: HonoRequest, limitBytes: number): Promise<string> {
  const length = request.header('content-length')
  if (length !== undefined && request.header('transfer-encoding') === undefined) {
    if (Number(length) > limitBytes) throw larger(limitBytes)
    return request.text()
  }
  // A body without a length must be counted.
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.raw.body ?? []) {
    size += chunk.byteLength
    if (size > limitBytes) throw larger(limitBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function larger(limitBytes: number): HttpError {
  return new HttpError(tooLarge, { max_bytes: limitBytes })
}

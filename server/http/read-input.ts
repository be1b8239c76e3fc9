import type { HonoRequest } from 'hono'
import type { Endpoint } from '../../contract/core/endpoint.ts'
import { invalidField } from '../core/http-error.ts'
import { localeParameter } from './asked-locale.ts'
import { readBytes, readJson } from './read-body.ts'

/**
 * Reads all fields of a request as one input: those that the path names, and the others from the query
 * of a GET or the JSON body of other methods; undefined for an empty request. A body of another media
 * type is the whole input.
 */
export function inputReader(
  endpoint: Endpoint,
  limitBytes: number,
): (request: HonoRequest) => Promise<unknown> {
  const { mediaType } = endpoint
  if (mediaType !== undefined) return (request) => readBytes(request, mediaType, limitBytes)
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  return async (request) => {
    const sent =
      endpoint.method === 'GET' ? readQuery(request, endpoint) : await readJson(request, limitBytes)
    return names.length === 0 ? sent : withPath(request, names, sent)
  }
}

function withPath(request: HonoRequest, names: readonly string[], sent: unknown): unknown {
  const named = names.map((name) => [name, request.param(name) ?? ''] as const)
  if (sent === undefined) return Object.fromEntries(named)
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    throw invalidField('', 'not_an_object', {})
  }
  for (const [name] of named) {
    if (Object.hasOwn(sent, name)) throw invalidField(name, 'in_path_already', {})
  }
  return { ...sent, ...Object.fromEntries(named) }
}

function readQuery(
  request: HonoRequest,
  { input, takesLocale }: Endpoint,
): Record<string, string> | undefined {
  if (!request.url.includes('?')) return undefined
  const entries = Object.entries(request.queries()).filter(
    // It says how the call is answered, and is no part of the input.
    ([name]) => !takesLocale || name !== localeParameter,
  )
  if (entries[0] === undefined) return undefined
  if (input.type === 'undefined') throw invalidField(entries[0][0], 'unknown', {})
  return Object.fromEntries(
    entries.map(([name, [value = '', ...more]]) => {
      if (more.length > 0) throw invalidField(name, 'repeated', {})
      return [name, value]
    }),
  )
}

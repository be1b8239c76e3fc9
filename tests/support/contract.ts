import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '../../contract/endpoint.ts'

const folder = join(import.meta.dirname, '../../contract/endpoints')

/** Every call of the contract, by `METHOD /path`, found by its file, so that none is forgotten. */
export async function allEndpoints(): Promise<ReadonlyMap<string, Endpoint>> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.ts'))
  const modules = await Promise.all(names.map((name) => import(join(folder, name))))
  const exported: unknown[] = modules.flatMap((module) => Object.values(module))
  return new Map(
    exported
      .filter(isEndpoint)
      .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]),
  )
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'access' in value && 'output' in value
}

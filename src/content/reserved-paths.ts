import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { locales } from '../../contract/core/locale.ts'

/** How the last part of an address may look. */
export const slugForm = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** Addresses that server and build answer beside the files in src/pages. */
const answeredElsewhere = ['api', 'assets', 'index', 'app', ...locales]

let reserved: ReadonlySet<string> | undefined

/** Whether the site has another page or file at this address: `login`, `dashboard`. */
export function isReserved(slug: string): boolean {
  reserved ??= new Set([
    ...answeredElsewhere,
    ...readdirSync(join(import.meta.dirname, '../pages')).map((name) => name.replace(/\..*$/, '')),
  ])
  return reserved.has(slug)
}

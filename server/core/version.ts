import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

const file = join(import.meta.dirname, '../../package.json')

/** The version in package.json. */
export const version: string = v.parse(
  v.object({ version: v.string() }),
  JSON.parse(readFileSync(file, 'utf8')),
).version

import type { Program } from '../../core/programs.ts'
import type { Adapter } from './adapter.ts'
import { gmail } from './gmail.ts'
import { outlook } from './outlook.ts'
import { roundcube } from './roundcube.ts'
import { sqwebmail } from './sqwebmail.ts'

const adapters: Readonly<Record<Program, Adapter>> = { roundcube, sqwebmail, gmail, outlook }

/** @returns undefined for a page that is not the program's, as a sign-in form of the firm's */
export function findAdapter(program: Program, page: Document): Adapter | undefined {
  const adapter = adapters[program]
  return adapter.isProgram(page) ? adapter : undefined
}

import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { importsByProperty } from '../../../build/islands/screen-imports.ts'

const importsIn = (code: string) => Object.fromEntries(importsByProperty(parseAst(code)))

test('names the module that each property of a table imports', () => {
  const table = `
    import { lazy } from './lazy.js'
    const later = () => import('./later.js')
    export const screens = {
      team: lazy(() => import('./team/Team.js')),
      'audit': async () => (await import('./audit/Audit.js')).Audit,
      plain: 1,
    }`
  expect(importsIn(table)).toEqual({ team: './team/Team.js', audit: './audit/Audit.js' })
})

test('does not name a module whose path is joined from parts', () => {
  expect(importsIn("export const screens = { team: () => import('./' + name) }")).toEqual({})
})

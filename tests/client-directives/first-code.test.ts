import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findFirstCode } from '../../src/client-directives/first-code.ts'

const folder = process.cwd()
const dashboard = `${folder}/src/islands/dashboard`
const [employee, team, admin] = ['employee/Employee', 'team/Team', 'admin/Admin'].map(
  (name) => `${dashboard}/${name}Screen.tsx`,
)
const root = `${dashboard}/DashboardRoot.tsx`

test('the first code of the dashboards is what their root or two screens import', () => {
  const graph: Readonly<Record<string, readonly string[]>> = {
    [root]: ['frame'],
    frame: ['router', root],
    [`${employee}`]: ['threats', 'gauge'],
    [`${team}`]: ['members', 'gauge'],
    [`${admin}`]: ['overview'],
    gauge: ['arc'],
    dialog: ['form', 'gauge'],
    'other dialog': ['form'],
  }
  const isFirstCode = findFirstCode(folder)
  const modules = { getModuleInfo: (id: string) => ({ importedIds: graph[id] ?? [] }) }
  const ids = new Set([...Object.keys(graph), ...Object.values(graph).flat()])
  const found = [...ids].filter((id) => isFirstCode(id, modules))
  expect(found.toSorted()).toEqual(['arc', 'frame', 'gauge', 'router'])
})

test('the files that it begins with exist', () => {
  for (const path of [root, employee, team, admin]) expect(existsSync(`${path}`), path).toBe(true)
})

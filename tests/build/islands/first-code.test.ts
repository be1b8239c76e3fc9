import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findFirstCode } from '../../../build/islands/first-code.ts'

const folder = process.cwd()
const islands = `${folder}/src/islands`
const [employee, team, admin, people, account] = [
  'employee/Employee',
  'team/Team',
  'admin/Admin',
  'people/People',
  'account/Account',
].map((name) => `${islands}/${name}Screen.tsx`)
const root = `${islands}/roots/DashboardRoot.tsx`

const graph: Readonly<Record<string, readonly string[]>> = {
  [root]: ['frame'],
  frame: ['router', root],
  [`${employee}`]: ['threats', 'gauge'],
  [`${team}`]: ['members', 'gauge', 'table'],
  [`${admin}`]: ['overview', 'page'],
  [`${people}`]: ['table', 'page', 'router'],
  gauge: ['arc'],
  table: ['row', 'arc'],
  row: ['row.css'],
  threats: ['row of threats'],
  dialog: ['form', 'gauge', 'threats'],
  'other dialog': ['form'],
}

test('the first code is named after the dashboards or the screens that import it', () => {
  const modules = { getModuleInfo: (id: string) => ({ importedIds: graph[id] ?? [] }) }
  const firstCode = findFirstCode(folder)
  const ids = [...new Set([...Object.keys(graph), ...Object.values(graph).flat()])].toSorted()
  const named = (nameOf: (typeof firstCode)['ofScreens']) =>
    ids.flatMap((id) => {
      const name = nameOf(id, modules)
      return name === null ? [] : [`${id}: ${name}`]
    })
  expect(named(firstCode.ofDashboards)).toEqual([
    'arc: dashboards',
    'frame: dashboards',
    'gauge: dashboards',
    'page: dashboards',
    'router: dashboards',
  ])
  expect(named(firstCode.ofScreens)).toEqual([
    'row: people-team-parts',
    'row.css: people-team-parts',
    'table: people-team-parts',
  ])
  expect(named(firstCode.ofOneScreen)).toEqual([
    'members: team-parts',
    'overview: admin-parts',
    'row of threats: employee-parts',
    'threats: employee-parts',
  ])
})

test('each build has its own first code', () => {
  const { ofDashboards } = findFirstCode(folder)
  const graphOf = (imported: string) => ({ getModuleInfo: () => ({ importedIds: [imported] }) })
  const [first, second] = [graphOf('frame'), graphOf('another frame')]
  expect(ofDashboards('frame', first)).toBe('dashboards')
  expect(ofDashboards('another frame', second)).toBe('dashboards')
  expect(ofDashboards('frame', second)).toBeNull()
})

test('the files that it begins with exist', () => {
  for (const path of [root, employee, team, admin, people, account])
    expect(existsSync(`${path}`), path).toBe(true)
})

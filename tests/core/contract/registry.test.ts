import { globSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { meEndpoint } from '../../../contract/account/me.ts'
import { errorsOf } from '../../../contract/core/common-errors.ts'
import { examplesOf } from '../../../contract/core/examples.ts'
import { can, mayUse, roles } from '../../../contract/core/permissions.ts'
import { listUsersEndpoint } from '../../../contract/users/list-users.ts'
import { letters, testInputs } from '../../support/server/inputs.ts'
import { allCalls, callsByName, nameOf } from '../../support/worlds/contract.ts'

const folder = join(import.meta.dirname, '../../../contract')

function isEndpoint(value: unknown): value is object {
  return typeof value === 'object' && value !== null && 'access' in value && 'output' in value
}

test('every endpoint is in the registry', async () => {
  const names = globSync('*/*.ts', { cwd: folder })
  const modules = await Promise.all(names.map((name) => import(join(folder, name))))
  const exported = modules.flatMap((module) => Object.values(module)).filter(isEndpoint)
  expect(new Set(allCalls)).toEqual(new Set(exported))
  expect(new Set(allCalls.map(nameOf)).size).toBe(exported.length)
})

test('the examples of a call are what it takes and answers', () => {
  for (const endpoint of allCalls) {
    const examples = examplesOf(endpoint)
    expect(v.is(endpoint.input, examples.input), nameOf(endpoint)).toBe(true)
    // Nothing is filled in or left out: the example is what the server sends.
    expect(v.parse(endpoint.output, examples.output), nameOf(endpoint)).toEqual(examples.output)
  }
})

test('a code means one error, with one status', () => {
  const errors = new Set(allCalls.flatMap(errorsOf))
  const codes = [...errors].map(({ code }) => code)
  expect(codes.filter((code, at) => codes.indexOf(code) !== at)).toEqual([])
  for (const code of codes) expect(code).toMatch(/^[a-z]+(?:_[a-z]+)*$/)
})

test.each([
  ['GET /admin/audit', 'view:admin'],
  ['GET /admin/dashboard', 'view:admin'],
  ['POST /admin/organizations/detailed', 'manage:organizations'],
  ['GET /admin/organizations', 'view:admin'],
  ['POST /admin/generate-receipt/:organization_id/:year/:month', 'manage:receipts'],
  ['DELETE /admin/users/:id', 'manage:users'],
  ['POST /admin/users/detailed', 'manage:users'],
  ['GET /admin/users', 'view:admin'],
  ['POST /users/consent', 'signed-in'],
  ['GET /dashboard/employee', 'view:own'],
  ['POST /flags/add', 'manage:flags'],
  ['GET /flags/evidence', 'manage:flags'],
  ['GET /flags/list', 'manage:flags'],
  ['DELETE /flags/remove/:id', 'manage:flags'],
  ['GET /health', 'public'],
  ['POST /auth/login', 'public'],
  ['POST /auth/logout', 'signed-in'],
  ['GET /auth/me', 'signed-in'],
  ['GET /privacy-policy', 'public'],
  ['GET /ready', 'public'],
  ['POST /scans', 'gateway'],
  ['GET /rspamd/flags/:flag_type', 'flag-gateway'],
  ['POST /analyses', 'analysing-gateway'],
  ['POST /team/support-request', 'view:team'],
  ['POST /mail-checks', 'view:own'],
  ['POST /mail-reports', 'view:own'],
  ['GET /messages', 'view:own'],
  ['GET /dashboard/team', 'view:team'],
])('the specification has %s, for %s', (call, access) => {
  expect(callsByName.get(call)?.access).toBe(access)
})

describe('input for a call without parameters', { tags: ['R376'] }, () => {
  testInputs(meEndpoint, [
    [undefined, undefined],
    [{}, undefined],
    [{ id: 1 }, 'The body must be empty'],
    [null, 'The body must be empty'],
    ['', 'The body must be empty'],
  ])
})

describe('input for a page of a list', { tags: ['R376'] }, () => {
  testInputs(listUsersEndpoint, [
    [undefined, undefined],
    [{}, {}],
    [
      { limit: '500', q: ' nour ', cursor: 'x' },
      { limit: 500, q: 'nour', cursor: 'x' },
    ],
    [{ limit: 1 }, { limit: 1 }],
    [{ limit: '0' }, 'limit: must be at least 1'],
    [{ limit: '501' }, 'limit: must be at most 500'],
    [{ limit: 1.5 }, 'limit: must be a whole number'],
    [{ limit: 'x' }, 'limit: is not a whole number'],
    [{ limit: '1x' }, 'limit: is not a whole number'],
    [{ limit: 'x1' }, 'limit: is not a whole number'],
    [{ limit: '1234567' }, 'limit: is not a whole number'],
    [{ cursor: letters(8001) }, 'cursor: must not be longer than 8000'],
    [{ q: letters(121) }, 'q: must not be longer than 120'],
    [
      { sort: 'name', order: 'desc', role: 'employee', organization_id: 7, status: 'active' },
      { sort: 'name', order: 'desc', role: 'employee', organization_id: '7', status: 'active' },
    ],
    [{ sort: 'x' }, 'sort: must be one of created_at, name, username, email, role, status'],
    [{ order: 'up' }, 'order: must be one of asc, desc'],
    [{ role: 'x' }, 'role: must be one of employee, team_lead, super_admin'],
    [{ status: '1' }, 'status: must be one of active, inactive'],
    [{ industry: 'finance' }, 'industry: is not a known field'],
  ])
})

test('manage:own-organization is for team leads who have been given it', () => {
  for (const role of roles) {
    const holder = { role, manages_organization: true }
    expect(mayUse(holder, 'manage:own-organization')).toBe(role === 'team_lead')
    expect(mayUse({ role }, 'manage:own-organization')).toBe(false)
    // It adds nothing else.
    expect(mayUse(holder, 'manage:users')).toBe(can(role, 'manage:users'))
  }
})

import { cleanStores } from 'nanostores'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { adminDashboard } from '../../../src/lib/admin/admin.ts'
import { $token } from '../../../src/lib/core/storage/token.ts'
import { $dialog } from '../../../src/lib/core/ui-state/dialogs.ts'
import { $notices, dismissNotice } from '../../../src/lib/core/ui-state/notices.ts'
import { employeeDashboard } from '../../../src/lib/employee/employee.ts'
import { addFlag, flags, removeFlag } from '../../../src/lib/flags/flags.ts'
import { saveOrganization } from '../../../src/lib/organizations/organization-form.ts'
import { generateReceipt } from '../../../src/lib/receipts/receipt.ts'
import { submitSignIn } from '../../../src/lib/sign-in/sign-in.ts'
import { submitSupport } from '../../../src/lib/support-requests/support.ts'
import { teamDashboard } from '../../../src/lib/team/team.ts'
import { saveUser } from '../../../src/lib/users/user-form.ts'
import { removeUser } from '../../../src/lib/users/user-removal.ts'
import { type FaultyServer, faultNames, startFaultyServer } from '../../support/browser/faults.ts'
import { stubFetch } from '../../support/stub-fetch.ts'

let server: FaultyServer

beforeAll(async () => {
  server = await startFaultyServer()
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(() => {
  stubFetch(server)
  vi.stubGlobal('location', new URL('https://aman.example/dashboard/admin'))
})
afterEach(() => {
  for (const { id } of $notices.get()) dismissNotice(id)
  vi.unstubAllGlobals()
})

function form(fields: Record<string, string>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

/** Confirms every dialog, with the requested word where there is one. */
const stopAnswering = $dialog.listen((dialog) => {
  if (dialog?.kind === 'confirm') dialog.answer(true)
  else dialog?.answer('DELETE')
})
afterAll(stopAnswering)

const flag = {
  id: 1,
  flag_type: 'red',
  value: 'bad.example',
  reason: null,
  created_at: '',
  blocked_count: 0,
} as const
const user = {
  id: 1,
  username: 'rania',
  email: 'rania@firm.example',
  full_name: 'Rania',
  role: 'employee',
  organization_id: 1,
  department: '',
  phone: '',
  is_active: true,
  risk_score: 0,
  has_consented: true,
} as const
const newUser = {
  username: 'rania',
  email: 'rania@firm.example',
  full_name: 'Rania',
  password: 'a long password',
}
const failed = { status: 'failed' }

/** Every action that a user can take on the server, with its result and its notices. */
const actions: Record<string, { act: () => Promise<unknown>; gives: unknown; says: string[] }> = {
  'signing in': {
    act: () => submitSignIn(form({ username: 'rania', password: 'a long password' })),
    gives: expect.objectContaining({ text: 'Login failed', fields: [] }),
    says: [],
  },
  'adding a flag': {
    act: () => addFlag(form({ flag_type: 'red', value: 'bad.example' })),
    gives: failed,
    says: ['Failed to add flag'],
  },
  'removing a flag': {
    act: () => removeFlag(flag),
    gives: undefined,
    says: ['Failed to remove flag'],
  },
  'asking for support': {
    act: () => submitSupport(form({ subject: 'Help', description: 'What now?' })),
    gives: failed,
    says: ['Failed to submit support request: Unknown error'],
  },
  'adding a user': {
    act: () => saveUser(form(newUser), undefined),
    gives: failed,
    says: ['Failed to create user: Unknown error'],
  },
  'changing a user': {
    act: () => saveUser(form(newUser), user),
    gives: failed,
    says: ['Failed to create user: Unknown error'],
  },
  'removing a user': {
    act: () => removeUser(user),
    gives: undefined,
    says: ['Failed to remove user: Unknown error'],
  },
  'adding an organization': {
    act: () => saveOrganization(form({ name: 'Clinic', contact_email: 'office@clinic.example' })),
    gives: failed,
    says: ['Failed to create organization: Unknown error'],
  },
  'generating a receipt': {
    act: () => generateReceipt(form({ organization_id: '1', year: '2025', month: '1' })),
    gives: failed,
    says: ['Failed to generate receipt: Unknown error'],
  },
}

describe.each(faultNames)('after %s', (fault) => {
  beforeEach(() => {
    server.fault = fault
  })

  test.each(Object.entries(actions))(
    '%s fails with the words of the catalogue and reports no success',
    { tags: ['R055', 'R168', 'R185', 'R198', 'R215', 'R318', 'R327', 'R336'] },
    async (_, { act, gives, says }) => {
      expect(await act()).toEqual(gives)
      expect($notices.get().map(({ kind, text }) => ({ kind, text }))).toEqual(
        says.map((text) => ({ kind: 'problem', text })),
      )
      expect($token.get()).toBeUndefined()
    },
  )

  test.each([
    ['the employee dashboard', employeeDashboard, []],
    ['the team dashboard', teamDashboard, []],
    ['the admin dashboard', adminDashboard, []],
    ['the flags', flags, ['Failed to fetch flags']],
  ] as const)(
    '%s has failed and can be reloaded',
    { tags: ['R131', 'R150', 'R186', 'R248'] },
    async (_, store, says) => {
      const stop = store.$resource.listen(() => undefined)
      await expect.poll(() => store.$resource.get().status).toBe('failed')
      expect($notices.get().map(({ text }) => text)).toEqual(says)
      const again = store.reload()
      expect(store.$resource.get().status).toBe('loading')
      await again
      expect(store.$resource.get().status).toBe('failed')
      stop()
      cleanStores(store.$resource)
    },
  )
})

test('a token from a sign-in is removed when the profile then fails', async () => {
  vi.stubGlobal('fetch', async (path: string) =>
    path.endsWith('/login')
      ? Response.json({ access_token: 'fresh', user_role: 'employee' })
      : new Response('<h1>Hotel Wi-Fi</h1>'),
  )
  const signIn = submitSignIn(form({ username: 'rania', password: 'a long password' }))
  expect(await signIn).toMatchObject({ text: 'Login failed', fields: [] })
  expect($token.get()).toBeUndefined()
})

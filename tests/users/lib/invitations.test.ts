import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { user as userField } from '../../../contract/users/user.ts'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { sendInvitation, withdrawInvitation } from '../../../src/lib/users/invitations.ts'
import { $invitationsWords } from '../../../src/lib/users/words/invitations.words.yaml'
import { saidNotices } from '../../support/browser/screen-state.ts'
import { refusal, withStubbedServer } from '../../support/server/stubbed-server.ts'
import { adminLists } from '../../support/worlds/admin-lists.ts'

const server = withStubbedServer()
const words = $invitationsWords.get()
const user = v.parse(userField, { id: 'u1', email: 'rania@cedar.example' })
const path = '/api/admin/users/u1/invitation'

afterEach(forgetSession)

test.each([
  ['sent', sendInvitation, `POST ${path}`, words.sent({ email: user.email })],
  ['withdrawn', withdrawInvitation, `DELETE ${path}`, words.withdrawn],
])('an invitation is %s, and the list of users loads again', async (_, act, call, said) => {
  server.answer({ ...adminLists, [call]: { success: true } })
  expect(await act(user)).toBe(true)
  expect(server.made()[0]).toEqual([call])
  expect(server.changes()).toHaveLength(1)
  expect(server.made()).toContainEqual(['GET /api/admin/users', { sort: 'name', limit: '50' }])
  expect(saidNotices()).toEqual([`success: ${said}`])
})

test('an invitation that the server refuses says why', async () => {
  server.answer({ [`POST ${path}`]: refusal('This user has a password') })
  expect(await sendInvitation(user)).toBe(false)
  expect(saidNotices()).toEqual([`problem: ${words.failed}This user has a password`])
})

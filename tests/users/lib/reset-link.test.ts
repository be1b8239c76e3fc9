import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { user as userField } from '../../../contract/users/user.ts'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { mayGetResetLink, sendResetLink } from '../../../src/lib/users/invitations.ts'
import { $resetLinkWords } from '../../../src/lib/users/words/reset-link.words.yaml'
import { saidNotices } from '../../support/browser/screen-state.ts'
import { refusal, withStubbedServer } from '../../support/server/stubbed-server.ts'

const server = withStubbedServer()
const words = $resetLinkWords.get()
const path = 'POST /api/auth/login/forgotten-password'
const user = v.parse(userField, { id: 'u1', email: 'rania@cedar.example', is_active: true })

afterEach(forgetSession)

test('a reset link is asked for by the email of the user', async () => {
  server.answer({ [path]: {} })
  expect(await sendResetLink(user)).toBe(true)
  expect(server.made()).toEqual([[path, { login: 'rania@cedar.example' }]])
  expect(saidNotices()).toEqual([`success: ${words.sent({ email: user.email })}`])
})

test('a reset link that the server refuses says why', async () => {
  server.answer({ [path]: refusal('Too many requests', { status: 429 }) })
  expect(await sendResetLink(user)).toBe(false)
  expect(saidNotices()).toEqual([`problem: ${words.failed}Too many requests`])
})

test('only an active user with a password gets a reset link', () => {
  expect(mayGetResetLink(user)).toBe(true)
  expect(mayGetResetLink({ ...user, is_active: false })).toBe(false)
  expect(mayGetResetLink({ ...user, may_be_invited: true })).toBe(false)
  expect(mayGetResetLink({ ...user, invitation_expires_at: '2026-03-01T00:00:00Z' })).toBe(false)
})

import { cleanStores } from 'nanostores'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { user as userField } from '../../../contract/users/user.ts'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { clearStorage, keepToken } from '../../../src/lib/core/storage/token.ts'
import { $dialog } from '../../../src/lib/core/ui-state/dialogs.ts'
import { $session } from '../../../src/lib/sign-in/session.ts'
import { saveUser } from '../../../src/lib/users/user-form.ts'
import { removeUser } from '../../../src/lib/users/user-removal.ts'
import { $usersWords } from '../../../src/lib/users/words/users.words.yaml'
import { formOf, saidNotices } from '../../support/browser/screen-state.ts'
import { withStubbedServer } from '../../support/server/stubbed-server.ts'
import { adminLists } from '../../support/worlds/answers.ts'

const server = withStubbedServer()
const me = 'GET /api/auth/me'
const own = v.parse(userField, { id: 'u1', username: 'rania', full_name: 'Rania' })
const other = { ...own, id: 'u2' }
const typed = { username: 'rania', email: 'rania@clinic.example', full_name: 'R', password: '-' }
let stop = () => {}

beforeEach(async () => {
  server.answer({
    ...adminLists,
    [me]: own,
    'POST /api/admin/users/detailed': { success: true },
    'DELETE /api/admin/users/u2': { success: true },
  })
  stop = $session.listen(() => undefined)
  keepToken('rania')
  await expect.poll(() => $session.get().status).toBe('signed-in')
})

afterEach(() => {
  stop()
  clearStorage()
  cleanStores($session)
  forgetSession()
})

test('a super admin who removes the own user is told why not, and asked nothing', {
  tags: ['R328'],
}, async () => {
  await removeUser(own)
  expect($dialog.get()).toBeUndefined()
  expect(server.changes()).toEqual([])
  expect(saidNotices()).toEqual([`problem: ${$usersWords.get().removeSelf}`])
})

test.each([
  ['the own user', own, 2],
  ['another user', other, 1],
  ['a new user', undefined, 1],
])('the session follows a change of %s', async (_, editing, loads) => {
  expect(await saveUser(formOf(typed), editing)).toEqual({ status: 'done' })
  expect(server.inputs(me)).toHaveLength(loads)
})

import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { user as userField } from '../../contract/fields/user.ts'
import { $factorsResetMessages } from '../../src/lib/messages/factors-reset.ts'
import { resetFactors } from '../../src/lib/screens/factors-reset.ts'
import { forgetSession } from '../../src/lib/session/forget.ts'
import { $dialog } from '../../src/lib/ui-state/dialogs.ts'
import { adminLists } from '../support/admin-lists.ts'
import { saidNotices, untilStore } from '../support/screen-state.ts'
import { refusal, withStubbedServer } from '../support/stubbed-server.ts'

const server = withStubbedServer()
const messages = $factorsResetMessages.get()
const user = v.parse(userField, {
  id: '7',
  full_name: 'Rania Haddad',
  username: 'rania',
  email: 'rania@cedar.example',
})

afterEach(forgetSession)

async function typeWord(typed: string | undefined) {
  await untilStore($dialog, (dialog) => dialog !== undefined)
  const dialog = $dialog.get()
  if (dialog?.kind !== 'prompt') throw new Error('nothing is to be typed')
  dialog.answer(typed)
  const { text, label, action } = dialog
  return { text, label, action }
}

const reset = 'POST /api/admin/users/7/factors/reset'

test.each([
  ['nothing', undefined, []],
  ['an empty text', '', []],
  ['another word', 'reset', [`problem: ${messages.cancelled({ word: 'RESET' })}`]],
])(
  'second factors stay when %s is typed in place of the word',
  {
    tags: ['A549'],
  },
  async (_, typed, said) => {
    const isDone = resetFactors(user)
    await typeWord(typed)
    expect(await isDone).toBe(false)
    expect(server.made()).toEqual([])
    expect(saidNotices()).toEqual(said)
  },
)

test.each([
  ['Rania Haddad', user],
  ['rania', { ...user, full_name: '' }],
])(
  'the question names %s, and the word removes the second factors',
  {
    tags: ['A549'],
  },
  async (name, asked) => {
    server.answer({ ...adminLists, [reset]: { success: true } })
    const resetting = resetFactors(asked)
    expect(await typeWord('RESET')).toEqual({
      text: messages.question({ name, email: 'rania@cedar.example' }),
      label: messages.label({ word: 'RESET' }),
      action: messages.action,
    })
    expect(await resetting).toBe(true)
    expect(server.made()[0]).toEqual([reset])
    expect(server.changes()).toHaveLength(1)
    expect(server.made()).toContainEqual(['GET /api/admin/users', { limit: '500' }])
    expect(saidNotices()).toEqual([`success: ${messages.done({ name })}`])
  },
)

test('second factors that the server keeps are said, until the next attempt', {
  tags: ['A549'],
}, async () => {
  server.answer({ [reset]: refusal('This user has no second factor') })
  const refused = resetFactors(user)
  await typeWord('RESET')
  expect(await refused).toBe(false)
  expect(saidNotices()).toEqual([`problem: ${messages.failed}This user has no second factor`])
  const dismissed = resetFactors(user)
  await typeWord(undefined)
  await dismissed
  expect(saidNotices()).toEqual([])
})

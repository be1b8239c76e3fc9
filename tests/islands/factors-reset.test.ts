import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import { user as userField } from '../../contract/fields/user.ts'
import { $factorsResetMessages } from '../../src/lib/messages/factors-reset.ts'
import { resetFactors } from '../../src/lib/screens/factors-reset.ts'
import { forgetSession } from '../../src/lib/session/forget.ts'
import { $dialog } from '../../src/lib/ui-state/dialogs.ts'
import { $notices } from '../../src/lib/ui-state/notices.ts'

const messages = $factorsResetMessages.get()
const user = v.parse(userField, { id: '7', full_name: 'Rania Haddad' })

afterEach(() => {
  forgetSession()
  vi.unstubAllGlobals()
})

test.each([
  ['nothing', undefined, []],
  ['another word', 'reset', [messages.cancelled({ word: 'RESET' })]],
])(
  'second factors stay when %s is typed in place of the word',
  {
    tags: ['A549'],
  },
  async (_, typed, said) => {
    const asked = vi.fn(() => Response.json({ success: true }))
    vi.stubGlobal('fetch', asked)
    const isDone = resetFactors(user)
    await expect.poll(() => $dialog.get()?.kind).toBe('prompt')
    const dialog = $dialog.get()
    if (dialog?.kind === 'prompt') dialog.answer(typed)
    expect(await isDone).toBe(false)
    expect(asked).not.toHaveBeenCalled()
    expect($notices.get().map(({ text }) => text)).toEqual(said)
  },
)

import { afterEach, expect, test } from 'vitest'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { $dialog, confirm, dismissDialog, prompt } from '../../../src/lib/core/ui-state/dialogs.ts'

afterEach(() => dismissDialog())

const question = { text: 'Remove it?', action: 'Remove' }

function press(yes: boolean) {
  const dialog = $dialog.get()
  if (dialog?.kind !== 'confirm') throw new Error('no question is open')
  dialog.answer(yes)
}

function type(text: string) {
  const dialog = $dialog.get()
  if (dialog?.kind !== 'prompt') throw new Error('no text is asked for')
  dialog.answer(text)
}

test.each([true, false])('a question is answered with %s, and is then closed', async (yes) => {
  const answered = confirm(question)
  expect($dialog.get()).toMatchObject({ kind: 'confirm', ...question })
  press(yes)
  expect(await answered).toBe(yes)
  expect($dialog.get()).toBeUndefined()
})

test('a text is asked for and comes back as it was typed', async () => {
  const answered = prompt({ ...question, label: 'Name' })
  expect($dialog.get()).toMatchObject({ kind: 'prompt', label: 'Name', ...question })
  type(' rania ')
  expect(await answered).toBe(' rania ')
})

test('a dismissed question is declined, and a dismissed text is undefined', async () => {
  const declined = confirm(question)
  dismissDialog()
  expect(await declined).toBe(false)
  const nothing = prompt({ ...question, label: 'Name' })
  dismissDialog()
  expect(await nothing).toBeUndefined()
  expect($dialog.get()).toBeUndefined()
})

test('a new question declines the open one, whose late answer changes nothing', async () => {
  const first = confirm(question)
  const late = $dialog.get()
  if (late?.kind !== 'confirm') throw new Error('no question is open')
  const second = confirm({ ...question, text: 'Really?' })
  expect(await first).toBe(false)
  late.answer(true)
  expect($dialog.get()).toMatchObject({ text: 'Really?' })
  press(true)
  expect(await second).toBe(true)
})

test('the end of the session declines the open question', async () => {
  const answered = confirm(question)
  forgetSession()
  expect(await answered).toBe(false)
  expect($dialog.get()).toBeUndefined()
})

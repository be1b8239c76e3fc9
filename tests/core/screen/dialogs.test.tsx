import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { confirm, dismissDialog, prompt } from '../../../src/lib/core/ui-state/dialogs.ts'
import { Dialogs } from '../../../src/ui/Dialogs.tsx'

afterEach(() => {
  cleanup()
  dismissDialog()
})

const question = { text: 'Revoke the key?', action: 'Revoke key' }

test('a question that is asked again before the browser has reported its end opens again', async () => {
  render(<Dialogs />)
  const first = await act(async () => ({ answer: confirm(question) }))
  const closed = screen.getByRole<HTMLDialogElement>('alertdialog')
  // Escape closes a dialog at once; its event follows later.
  closed.removeAttribute('open')
  const second = await act(async () => ({ answer: confirm(question) }))
  await act(async () => closed.dispatchEvent(new Event('close')))
  expect(screen.getByRole<HTMLDialogElement>('alertdialog').open).toBe(true)
  await act(async () => screen.getByRole('button', { name: 'Revoke key' }).click())
  expect(await first.answer).toBe(false)
  expect(await second.answer).toBe(true)
})

const box = () => screen.getByRole<HTMLDialogElement>('alertdialog')

const press = (name: string) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })))

async function ask<Answer>(start: () => Promise<Answer>): Promise<{ answer: Promise<Answer> }> {
  return act(async () => ({ answer: start() }))
}

test('a question is named after its action and described by its text', async () => {
  render(<Dialogs />)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await ask(() => confirm(question))
  expect(box().open).toBe(true)
  expect(box().getAttribute('aria-label')).toBe('Revoke key')
  const described = document.getElementById(box().getAttribute('aria-describedby') ?? '')
  expect(described?.textContent).toBe('Revoke the key?')
  expect(box().querySelector('input')).toBeNull()
})

test.each([
  ['Cancel', false],
  ['Revoke key', true],
])('%s answers a question with %s and closes it', async (button, expected) => {
  render(<Dialogs />)
  const { answer } = await ask(() => confirm(question))
  await press(button)
  expect(await answer).toBe(expected)
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test.each([
  ['Revoke key', 'gateway 7'],
  ['Cancel', undefined],
])('%s answers a prompt with %s', async (button, expected) => {
  render(<Dialogs />)
  const { answer } = await ask(() => prompt({ ...question, label: 'Name of the key' }))
  const field = screen.getByLabelText<HTMLInputElement>('Name of the key')
  expect(document.activeElement).toBe(field)
  field.value = 'gateway 7'
  await press(button)
  expect(await answer).toBe(expected)
})

test('the typed answer is not completed, capitalized or corrected by the browser', async () => {
  render(<Dialogs />)
  await ask(() => prompt({ ...question, label: 'Name of the key' }))
  const field = screen.getByLabelText<HTMLInputElement>('Name of the key')
  expect(field.autocomplete).toBe('off')
  expect(field.getAttribute('autocapitalize')).toBe('none')
  expect(field.getAttribute('spellcheck')).toBe('false')
})

test('an answer does not leave the page with its form', async () => {
  render(<Dialogs />)
  await ask(() => confirm(question))
  const form = box().querySelector('form')
  expect(await act(async () => form !== null && fireEvent.submit(form))).toBe(false)
})

test('a question of a screen that closes is answered with no', async () => {
  const { unmount } = render(<Dialogs />)
  const { answer } = await ask(() => confirm(question))
  unmount()
  expect(await answer).toBe(false)
})

test('a question that the browser closes is answered with no', async () => {
  render(<Dialogs />)
  const { answer } = await ask(() => confirm(question))
  await act(async () => box().dispatchEvent(new Event('close')))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(await answer).toBe(false)
})

import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { confirm } from '../../src/lib/ui-state/dialogs.ts'
import { Dialogs } from '../../src/ui/Dialogs.tsx'

afterEach(cleanup)

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

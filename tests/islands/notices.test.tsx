import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { $notices, alertProblem, alertSuccess, dismissNotice } from '../../src/lib/notices.ts'
import { Notices } from '../../src/ui/Notices.tsx'

afterEach(() => {
  act(() => {
    for (const { id } of $notices.get()) dismissNotice(id)
  })
  cleanup()
})

test('What went wrong is an alert, what was done a status', () => {
  render(<Notices />)
  act(() => {
    alertProblem('No connection')
    alertSuccess('Saved')
  })
  expect(screen.getByRole('alert').textContent).toContain('No connection')
  expect(screen.getByRole('status').textContent).toContain('Saved')
})

test('A notice never takes the focus, and gives it back when it is dismissed', async () => {
  const person = userEvent.setup()
  render(
    <>
      <input aria-label="Name" />
      <Notices />
    </>,
  )
  const field = screen.getByLabelText('Name')
  field.focus()
  act(() => {
    alertProblem('No connection')
  })
  expect(document.activeElement).toBe(field)
  act(() => screen.getByRole('button', { name: 'Dismiss' }).focus())
  await person.keyboard('{Enter}')
  expect(screen.queryByText('No connection')).toBeNull()
  expect(document.activeElement).toBe(field)
})

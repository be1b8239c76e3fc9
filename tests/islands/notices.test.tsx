import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { forgetSession } from '../../src/lib/session/forget.ts'
import { noticesAbout } from '../../src/lib/ui-state/notices.ts'
import { Notices } from '../../src/ui/Notices.tsx'

const form = noticesAbout('form')
const other = noticesAbout('other')

afterEach(() => {
  act(forgetSession)
  cleanup()
})

test('a problem is an alert, and a success or a remark is a status', {
  tags: ['A166'],
}, () => {
  render(<Notices />)
  act(() => {
    form.problem('No connection')
    other.success('Saved')
    noticesAbout('third').remark('To be implemented')
  })
  expect(screen.getByRole('alert').textContent).toContain('No connection')
  expect(screen.getByRole('status').textContent).toContain('Saved')
  expect(screen.getByRole('status').textContent).toContain('To be implemented')
})

test('a notice never takes the focus, and returns it when it is dismissed', async () => {
  const user = userEvent.setup()
  render(
    <>
      <input aria-label="Name" />
      <Notices />
    </>,
  )
  const field = screen.getByLabelText('Name')
  field.focus()
  act(() => form.problem('No connection'))
  expect(document.activeElement).toBe(field)
  act(() => screen.getByRole('button', { name: 'Dismiss' }).focus())
  await user.keyboard('{Enter}')
  expect(screen.queryByText('No connection')).toBeNull()
  expect(document.activeElement).toBe(field)
})

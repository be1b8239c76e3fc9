import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { MessageFilters } from '../../../src/islands/emails/messages/MessagesView.tsx'
import { typingPauseMs } from '../../../src/lib/core/api/pages.ts'
import { $router } from '../../../src/lib/core/navigation/router.ts'
import { messages } from '../../../src/lib/emails/messages.ts'

test('the field keeps what is typed while the address follows, and takes what changes the address', () => {
  vi.useFakeTimers()
  $router.open('/dashboard/employee?view=messages')
  render(<MessageFilters />)
  const shown = () => screen.getByRole<HTMLInputElement>('searchbox').value
  const type = (value: string) =>
    fireEvent.change(screen.getByRole('searchbox'), { target: { value } })
  type('invoice')
  // On a slow machine the list is drawn with the letters before when others have been typed.
  act(() => messages.show({ q: 'invoi' }))
  expect(shown()).toBe('invoice')
  act(() => vi.advanceTimersByTime(typingPauseMs))
  expect(messages.$query.get().q).toBe('invoice')
  expect(shown()).toBe('invoice')
  for (const q of ['', 'harbour', '']) {
    act(() => messages.ask({ q }))
    expect(shown()).toBe(q)
  }
  vi.useRealTimers()
})

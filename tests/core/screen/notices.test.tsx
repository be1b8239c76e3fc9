import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { enterDialog, noticesAbout } from '../../../src/lib/core/ui-state/notices.ts'
import { $noticesWords } from '../../../src/lib/core/words/notices.words.yaml'
import { Notices } from '../../../src/ui/Notices.tsx'

const form = noticesAbout('form')
const other = noticesAbout('other')

afterEach(() => {
  act(forgetSession)
  cleanup()
})

test('a problem is an alert, and a success or a remark is a status', () => {
  render(<Notices />)
  act(() => {
    form.problem('No connection')
    other.success('Saved')
    noticesAbout('third').remark('To be implemented')
  })
  expect(screen.getByRole('alert').textContent).toContain('No connection')
  expect(screen.getByRole('status').textContent).not.toContain('No connection')
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

const card = (text: string) => screen.getByText(text).closest<HTMLElement>('.notice')
const dismiss = () => screen.getByRole('button', { name: 'Dismiss' })

test('each notice shows its text, an icon of its kind and a button to dismiss it', async () => {
  render(<Notices />)
  act(() => {
    form.problem('No connection')
    other.success('Saved')
    noticesAbout('third').remark('To be implemented')
  })
  const cards = ['No connection', 'Saved', 'To be implemented'].map(card)
  expect(cards.map((one) => one?.dataset.kind)).toEqual(['problem', 'success', 'remark'])
  expect(cards.map((one) => one?.querySelector('button')?.type)).toEqual(Array(3).fill('button'))
  const icons = cards.map((one) => one?.querySelector('svg'))
  expect(new Set(icons.map((icon) => icon?.querySelector('path')?.getAttribute('d'))).size).toBe(3)
  for (const icon of icons) {
    expect(icon?.getAttribute('aria-hidden')).toBe('true')
    expect(icon?.getAttribute('viewBox')).toBe('0 0 24 24')
  }
  await act(async () => cards[1]?.querySelector('button')?.click())
  expect(screen.queryByText('Saved')).toBeNull()
  expect(screen.getByText('No connection')).toBeTruthy()
})

test('only the newest notice is marked as such, also after it has gone', () => {
  render(<Notices />)
  const newest = () =>
    [...document.querySelectorAll<HTMLElement>('.notice')]
      .filter(({ dataset }) => dataset.newest === 'true')
      .map((one) => one.querySelector('p')?.textContent)
  act(() => form.problem('No connection'))
  act(() => other.problem('Name is missing'))
  expect(newest()).toEqual(['Name is missing'])
  act(other.drop)
  expect(newest()).toEqual(['No connection'])
})

test('a notice that stays is not announced again with the next one', () => {
  render(<Notices />)
  act(() => form.problem('No connection'))
  const first = card('No connection')
  const place = vi.spyOn(first?.parentElement ?? document.body, 'append')
  act(() => other.problem('Name is missing'))
  expect(place).toHaveBeenCalledExactlyOnceWith(card('Name is missing'))
  expect(card('No connection')).toBe(first)
  expect(document.querySelectorAll('.notice')).toHaveLength(2)
})

test('a notice that waits behind a dialog comes back when it closes', () => {
  render(<Notices />)
  act(() => form.problem('No connection'))
  let leave: () => void = () => undefined
  act(() => {
    leave = enterDialog()
  })
  expect(screen.queryByText('No connection')).toBeNull()
  act(leave)
  expect(screen.getByText('No connection')).toBeTruthy()
})

test('an open notice speaks the language that the page changes to', () => {
  render(<Notices />)
  act(() => form.problem('No connection'))
  const words = vi
    .spyOn($noticesWords, 'get')
    .mockReturnValue({ ...$noticesWords.get(), dismiss: 'Verwerfen' })
  act(() => $noticesWords.notify())
  expect(screen.getByRole('button').textContent).toBe('Verwerfen')
  words.mockRestore()
})

test('a notice that is dismissed without having had the focus moves none', async () => {
  render(<Notices />)
  act(() => form.problem('No connection'))
  await act(async () => dismiss().click())
  expect(document.activeElement).toBe(document.body)
})

test('notices leave with the component that shows them, and show nothing afterwards', () => {
  const { unmount } = render(<Notices />)
  act(() => form.problem('No connection'))
  unmount()
  expect(document.querySelector('.notice')).toBeNull()
  act(() => other.problem('Name is missing'))
  expect(document.querySelector('.notice')).toBeNull()
})

test('the cause and the reference of a failed request are elements of their own', () => {
  render(<Notices />)
  act(() => form.problem('It broke.', { reference: '7F3K-2QX', cause: 'Try again.' }))
  const lines = () => [...screen.getByRole('alert').querySelectorAll('p')].map((p) => p.textContent)
  expect(lines()).toEqual(['It broke.', 'Try again.', 'Reference 7F3K-2QX'])
  act(() => form.problem('Missing'))
  expect(lines()).toEqual(['Missing'])
})

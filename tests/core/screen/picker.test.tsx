import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Choice, ChoicePage, SearchChoices } from '../../../src/lib/core/ui-state/choices.ts'
import { Picker } from '../../../src/ui/Picker.tsx'

const names = Array.from({ length: 24 }, (_, index) => `Firm ${index}`)

/** Pages of ten, like a server's answers. */
async function findFirms(text: string, cursor: string | undefined): Promise<ChoicePage> {
  const found = names.filter((name) => name.toLowerCase().includes(text.toLowerCase()))
  const start = Number(cursor ?? 0)
  const choices = found.slice(start, start + 10).map((label) => ({ id: `id of ${label}`, label }))
  const next = start + 10 < found.length ? String(start + 10) : undefined
  return { choices, total: found.length, next }
}

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined
})
afterEach(cleanup)

interface Setting {
  readonly search?: SearchChoices
  readonly initial?: Choice
  readonly required?: boolean
}

function show({ search = findFirms, ...setting }: Setting = {}) {
  const onChoose = vi.fn()
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  render(
    <form data-testid="form" onSubmit={onSubmit}>
      <Picker
        label="Firm"
        name="firm"
        placeholder="All"
        search={search}
        onChoose={onChoose}
        {...setting}
      />
      <button type="submit">Next</button>
    </form>,
  )
  const form = screen.getByTestId<HTMLFormElement>('form')
  return { onChoose, onSubmit, sent: () => new FormData(form).get('firm') }
}

const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Firm' })
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const active = () =>
  document.getElementById(box().getAttribute('aria-activedescendant') ?? '')?.textContent

test('arrows move, Enter selects a choice without submitting, and the form contains its id', async () => {
  const user = userEvent.setup()
  const { onSubmit, onChoose, sent } = show()
  expect(sent()).toBe('')
  await user.tab()
  expect(options()).toEqual([])
  await user.keyboard('{ArrowDown}')
  expect(box().getAttribute('aria-expanded')).toBe('true')
  expect(active()).toBe('Firm 0')
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}')
  expect(active()).toBe('Firm 1')
  await user.keyboard('{Enter}')
  expect(box().value).toBe('Firm 1')
  expect(sent()).toBe('id of Firm 1')
  expect(onChoose).toHaveBeenCalledExactlyOnceWith({ id: 'id of Firm 1', label: 'Firm 1' })
  expect(options()).toEqual([])
  expect(onSubmit).not.toHaveBeenCalled()
  await user.keyboard('{Enter}')
  expect(onSubmit).toHaveBeenCalledOnce()
})

test('typing searches, the number of matches is announced, and a click selects a match', async () => {
  const user = userEvent.setup()
  const { sent } = show()
  await user.type(box(), 'firm 1')
  expect(options()).toHaveLength(10)
  expect(screen.getByRole('status').textContent).toBe('11 results')
  await user.click(screen.getByRole('option', { name: 'Firm 17' }))
  expect(sent()).toBe('id of Firm 17')
  expect(document.activeElement).toBe(box())
  await user.clear(box())
  await user.type(box(), 'nothing')
  expect(screen.getByText('No results')).toBeTruthy()
  expect(box().getAttribute('aria-expanded')).toBe('false')
})

test('the next page is requested at the end of the list until there are no more', async () => {
  const user = userEvent.setup()
  show()
  await user.click(box())
  expect(options()).toHaveLength(10)
  await user.keyboard('{ArrowDown>9/}')
  await expect.poll(() => options().length).toBe(20)
  await user.keyboard('{ArrowDown>12/}')
  await expect.poll(() => options().length).toBe(24)
  await user.keyboard('{ArrowDown>6/}')
  expect(options()).toEqual(names)
  expect(active()).toBe('Firm 23')
})

test('Escape closes the list and discards the typed text, and the dialog stays open', async () => {
  const user = userEvent.setup()
  const { sent } = show({ initial: { id: '7', label: 'Seven' } })
  const outside = vi.fn()
  document.body.addEventListener('keydown', outside)
  await user.type(box(), ' firms')
  await user.keyboard('{Escape}')
  expect(outside.mock.calls.every(([event]) => event.key !== 'Escape')).toBe(true)
  expect(options()).toEqual([])
  expect(box().value).toBe('Seven')
  expect(sent()).toBe('7')
  await user.keyboard('{Escape}')
  expect(outside.mock.calls.some(([event]) => event.key === 'Escape')).toBe(true)
  document.body.removeEventListener('keydown', outside)
})

test('a late answer that asks for a choice leaves an open list open', async () => {
  const user = userEvent.setup()
  show()
  await user.type(box(), 'firm 1')
  act(() => document.querySelector<HTMLInputElement>('[name=firm]')?.focus())
  expect(document.activeElement).toBe(box())
  expect(options()).toHaveLength(10)
  expect(box().value).toBe('firm 1')
})

test('leaving the field keeps the last choice, or the one whose full name was typed', async () => {
  const user = userEvent.setup()
  const { sent } = show({ initial: { id: '7', label: 'Seven' }, required: true })
  await user.type(box(), ' and more')
  await user.tab()
  expect(box().value).toBe('Seven')
  expect(sent()).toBe('7')
  await user.clear(box())
  await user.type(box(), 'FIRM 5')
  await user.tab()
  expect(box().value).toBe('Firm 5')
  await user.clear(box())
  await user.tab()
  expect(sent()).toBe('')
})

test('an optional choice can be cleared with a button', async () => {
  const user = userEvent.setup()
  const { sent, onChoose } = show({ initial: { id: '7', label: 'Seven' } })
  await user.click(screen.getByRole('button', { name: 'Clear Firm' }))
  expect(sent()).toBe('')
  expect(onChoose).toHaveBeenCalledExactlyOnceWith(undefined)
  expect(document.activeElement).toBe(box())
})

test('focusing the hidden field moves the focus to the text field', async () => {
  show({ required: true })
  document.querySelector<HTMLInputElement>('[name=firm]')?.focus()
  expect(document.activeElement).toBe(box())
})

test('the answer to the newest search counts, and a failed search shows an error', async () => {
  const user = userEvent.setup()
  const { promise, resolve } = Promise.withResolvers<ChoicePage>()
  const search = vi.fn<SearchChoices>((text) => {
    if (text === 'F') return promise
    return text === 'Fa' ? Promise.reject(new Error('no network')) : findFirms(text, undefined)
  })
  show({ search })
  await user.type(box(), 'Fi')
  expect(options()).toHaveLength(10)
  await act(async () => {
    resolve({ choices: [{ id: 'old', label: 'Old' }], total: 1, next: undefined })
    await promise
  })
  expect(options()).not.toContain('Old')
  await user.clear(box())
  await user.type(box(), 'Fa')
  expect(screen.getByText('Failed to load the list.')).toBeTruthy()
})

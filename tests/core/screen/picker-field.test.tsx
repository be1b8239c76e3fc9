import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChoicePage, SearchChoices } from '../../../src/lib/core/ui-state/choices.ts'
import { Picker } from '../../../src/ui/Picker.tsx'

beforeEach(() => {
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const firms = ['Cedar', 'Palm', 'Olive'].map((label) => ({ id: `id of ${label}`, label }))
const cedar = { id: 'id of Cedar', label: 'Cedar' }
const found: ChoicePage = { choices: firms, total: 3, next: undefined }

function show(given: Partial<ComponentProps<typeof Picker>> = {}) {
  const search = vi.fn<SearchChoices>(async () => found)
  render(<Picker label="Firm" name="firm" placeholder="All" search={search} {...given} />)
  return { search }
}

const box = () => screen.getByRole<HTMLInputElement>('combobox')
const field = () => document.querySelector<HTMLInputElement>('[name=firm]')
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const active = () => screen.queryByRole('option', { selected: true })?.textContent
const status = () => document.querySelector('.visually-hidden[role=status]')?.textContent

const type = (value: string) => act(async () => void fireEvent.change(box(), { target: { value } }))
const press = (key: string, more = {}) =>
  act(async () => void fireEvent.keyDown(box(), { key, ...more }))
const click = (on: Element) => act(async () => void fireEvent.click(on))

test('a picker is a text field without completion, and its hidden field is out of the way', () => {
  show({ problem: 'Choose a firm' })
  expect([box().type, box().autocomplete, box().placeholder]).toEqual(['text', 'off', 'All'])
  expect(box().getAttribute('spellcheck')).toBe('false')
  expect(box().getAttribute('aria-autocomplete')).toBe('list')
  expect(box().getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Choose a firm')).toBeTruthy()
  expect([field()?.tabIndex, field()?.getAttribute('aria-hidden')]).toEqual([-1, 'true'])
  expect(field()?.readOnly).toBe(true)
  expect([box().value, field()?.value, status()]).toEqual(['', '', ''])
})

test('before the first answer there is no list, and arrows have nothing to move to', async () => {
  const { promise, resolve } = Promise.withResolvers<ChoicePage>()
  show({ search: () => promise })
  await press('ArrowDown')
  await press('ArrowDown')
  await press('Enter')
  expect(box().getAttribute('aria-expanded')).toBe('false')
  expect(box().hasAttribute('aria-controls')).toBe(false)
  expect(box().hasAttribute('aria-activedescendant')).toBe(false)
  expect(document.querySelector('.picker-popup')).toBeNull()
  await act(async () => resolve(found))
  expect(options()).toEqual(['Cedar', 'Palm', 'Olive'])
  expect(box().getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id)
})

test('a click shows all choices and selects the text, so that typing replaces it', async () => {
  const { search } = show({ initial: cedar })
  const select = vi.spyOn(box(), 'select')
  await click(box())
  expect(search).toHaveBeenCalledExactlyOnceWith('', undefined)
  expect(select).toHaveBeenCalledTimes(1)
  expect(status()).toBe('3 results')
  await type('Ced')
  await click(box())
  expect(search).toHaveBeenLastCalledWith('Ced', undefined)
  expect(select).toHaveBeenCalledTimes(1)
})

test('a new search starts at its first choice', async () => {
  show()
  await type('a')
  await press('ArrowDown')
  expect(active()).toBe('Palm')
  await type('ar')
  expect(active()).toBe('Cedar')
})

test('the same choice is not reported again, and a picker may report none', async () => {
  const onChoose = vi.fn()
  show({ initial: cedar, onChoose })
  await click(box())
  await click(screen.getByText('Cedar'))
  expect(onChoose).not.toHaveBeenCalled()
  cleanup()
  show()
  await click(box())
  await click(screen.getByText('Palm'))
  expect([box().value, field()?.value, options()]).toEqual(['Palm', 'id of Palm', []])
  expect(status()).toBe('')
})

test('a name that is typed in full counts with spaces around it, once the field is left', async () => {
  show()
  await type(' olive ')
  await act(async () => void fireEvent.blur(box()))
  expect([box().value, field()?.value]).toEqual(['Olive', 'id of Olive'])
})

test('keys that an input method composes text with are left to it', async () => {
  show()
  await type('a')
  await press('Enter', { isComposing: true })
  expect(field()?.value).toBe('')
  expect(options()).toHaveLength(3)
})

test('Enter in a list without choices does not select one', async () => {
  show({ search: async () => ({ choices: [], total: 0, next: undefined }) })
  await type('x')
  expect(status()).toBe('')
  expect(screen.getByText('No results')).toBeTruthy()
  expect(fireEvent.keyDown(box(), { key: 'Enter' })).toBe(true)
  expect(fireEvent.keyDown(box(), { key: 'a' })).toBe(true)
})

test.each([
  ['a required choice', { initial: cedar, required: true }],
  ['no choice', {}],
])('%s has no button to clear it', (_, given) => {
  show(given)
  expect(screen.queryByRole('button', { name: 'Clear Firm' })).toBeNull()
  expect(document.querySelectorAll('.picker path')).toHaveLength(1)
})

test('the end of the list asks for the next page once, and adds it', async () => {
  const next = Promise.withResolvers<ChoicePage>()
  const search = vi.fn<SearchChoices>((_, cursor) =>
    cursor === undefined ? Promise.resolve({ ...found, next: 'page 2' }) : next.promise,
  )
  show({ search })
  await type('a')
  const popup = document.querySelector('.picker-popup')
  if (popup === null) throw new Error('the list is not open')
  fireEvent.scroll(popup)
  fireEvent.scroll(popup)
  expect(search.mock.calls.slice(1)).toEqual([['a', 'page 2']])
  const more = [{ id: 'id of Date', label: 'Date' }]
  await act(async () => next.resolve({ choices: more, total: 4, next: 'page 3' }))
  expect(options()).toEqual(['Cedar', 'Palm', 'Olive', 'Date'])
  fireEvent.scroll(popup)
  expect(search).toHaveBeenLastCalledWith('a', 'page 3')
})

test('a search that works after one that failed shows its choices', async () => {
  const search = vi.fn<SearchChoices>(async () => found)
  search.mockRejectedValueOnce(new Error('no network'))
  show({ search })
  await type('a')
  expect(screen.getByText('Failed to load the list.')).toBeTruthy()
  await type('ar')
  expect(options()).toHaveLength(3)
})

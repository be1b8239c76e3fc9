import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
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

describe('picker', () => {
  beforeEach(() => {
    Element.prototype.scrollIntoView = () => undefined
  })
  afterEach(cleanup)

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
})

const firms = ['Cedar', 'Palm', 'Olive'].map((label) => ({ id: `id of ${label}`, label }))
const cedar = { id: 'id of Cedar', label: 'Cedar' }
const found: ChoicePage = { choices: firms, total: 3, next: undefined }

function showPickerField(given: Partial<ComponentProps<typeof Picker>> = {}) {
  const search = vi.fn<SearchChoices>(async () => found)
  render(<Picker label="Firm" name="firm" placeholder="All" search={search} {...given} />)
  return { search }
}

const boxPickerField = () => screen.getByRole<HTMLInputElement>('combobox')
const field = () => document.querySelector<HTMLInputElement>('[name=firm]')
const activePickerField = () => screen.queryByRole('option', { selected: true })?.textContent
const status = () => document.querySelector('.visually-hidden[role=status]')?.textContent

const type = (value: string) =>
  act(async () => void fireEvent.change(boxPickerField(), { target: { value } }))
const press = (key: string, more = {}) =>
  act(async () => void fireEvent.keyDown(boxPickerField(), { key, ...more }))
const click = (on: Element) => act(async () => void fireEvent.click(on))

describe('picker field', () => {
  beforeEach(() => {
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined)
  })
  afterEach(() => {
    cleanup()
    vi.restoreAllMocks()
  })

  test('a picker is a text field without completion, and its hidden field is out of the way', () => {
    showPickerField({ problem: 'Choose a firm' })
    expect([
      boxPickerField().type,
      boxPickerField().autocomplete,
      boxPickerField().placeholder,
    ]).toEqual(['text', 'off', 'All'])
    expect(boxPickerField().getAttribute('spellcheck')).toBe('false')
    expect(boxPickerField().getAttribute('aria-autocomplete')).toBe('list')
    expect(boxPickerField().getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText('Choose a firm')).toBeTruthy()
    expect([field()?.tabIndex, field()?.getAttribute('aria-hidden')]).toEqual([-1, 'true'])
    expect(field()?.readOnly).toBe(true)
    expect([boxPickerField().value, field()?.value, status()]).toEqual(['', '', ''])
  })

  test('before the first answer there is no list, and arrows have nothing to move to', async () => {
    const { promise, resolve } = Promise.withResolvers<ChoicePage>()
    showPickerField({ search: () => promise })
    await press('ArrowDown')
    await press('ArrowDown')
    await press('Enter')
    expect(boxPickerField().getAttribute('aria-expanded')).toBe('false')
    expect(boxPickerField().hasAttribute('aria-controls')).toBe(false)
    expect(boxPickerField().hasAttribute('aria-activedescendant')).toBe(false)
    expect(document.querySelector('.picker-popup')).toBeNull()
    await act(async () => resolve(found))
    expect(options()).toEqual(['Cedar', 'Palm', 'Olive'])
    expect(boxPickerField().getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id)
  })

  test('a click shows all choices and selects the text, so that typing replaces it', async () => {
    const { search } = showPickerField({ initial: cedar })
    const select = vi.spyOn(boxPickerField(), 'select')
    await click(boxPickerField())
    expect(search).toHaveBeenCalledExactlyOnceWith('', undefined)
    expect(select).toHaveBeenCalledTimes(1)
    expect(status()).toBe('3 results')
    await type('Ced')
    await click(boxPickerField())
    expect(search).toHaveBeenLastCalledWith('Ced', undefined)
    expect(select).toHaveBeenCalledTimes(1)
  })

  test('a new search starts at its first choice', async () => {
    showPickerField()
    await type('a')
    await press('ArrowDown')
    expect(activePickerField()).toBe('Palm')
    await type('ar')
    expect(activePickerField()).toBe('Cedar')
  })

  test('the same choice is not reported again, and a picker may report none', async () => {
    const onChoose = vi.fn()
    showPickerField({ initial: cedar, onChoose })
    await click(boxPickerField())
    await click(screen.getByText('Cedar'))
    expect(onChoose).not.toHaveBeenCalled()
    cleanup()
    showPickerField()
    await click(boxPickerField())
    await click(screen.getByText('Palm'))
    expect([boxPickerField().value, field()?.value, options()]).toEqual(['Palm', 'id of Palm', []])
    expect(status()).toBe('')
  })

  test('a name that is typed in full counts with spaces around it, once the field is left', async () => {
    showPickerField()
    await type(' olive ')
    await act(async () => void fireEvent.blur(boxPickerField()))
    expect([boxPickerField().value, field()?.value]).toEqual(['Olive', 'id of Olive'])
  })

  test('keys that an input method composes text with are left to it', async () => {
    showPickerField()
    await type('a')
    await press('Enter', { isComposing: true })
    expect(field()?.value).toBe('')
    expect(options()).toHaveLength(3)
  })

  test('Enter in a list without choices does not select one', async () => {
    showPickerField({ search: async () => ({ choices: [], total: 0, next: undefined }) })
    await type('x')
    expect(status()).toBe('')
    expect(screen.getByText('No results')).toBeTruthy()
    expect(fireEvent.keyDown(boxPickerField(), { key: 'Enter' })).toBe(true)
    expect(fireEvent.keyDown(boxPickerField(), { key: 'a' })).toBe(true)
  })

  test.each([
    ['a required choice', { initial: cedar, required: true }],
    ['no choice', {}],
  ])('%s has no button to clear it', (_, given) => {
    showPickerField(given)
    expect(screen.queryByRole('button', { name: 'Clear Firm' })).toBeNull()
    expect(document.querySelectorAll('.picker path')).toHaveLength(1)
  })

  test('the end of the list asks for the next page once, and adds it', async () => {
    const next = Promise.withResolvers<ChoicePage>()
    const search = vi.fn<SearchChoices>((_, cursor) =>
      cursor === undefined ? Promise.resolve({ ...found, next: 'page 2' }) : next.promise,
    )
    showPickerField({ search })
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
    showPickerField({ search })
    await type('a')
    expect(screen.getByText('Failed to load the list.')).toBeTruthy()
    await type('ar')
    expect(options()).toHaveLength(3)
  })
})

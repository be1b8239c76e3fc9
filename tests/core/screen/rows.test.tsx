import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keepRowFocus } from '../../../src/ui/keep-row-focus.ts'
import { LongRowList } from '../../../src/ui/LongRowList.tsx'

describe('the focus in a row', () => {
  let stop: (() => void) | undefined

  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    stop?.()
    document.body.replaceChildren()
    vi.useRealTimers()
  })

  /** Rows of names with buttons, named as 'edit a' and 'remove a', below a search. */
  function show(html: string): void {
    document.body.innerHTML = `<button id="elsewhere"></button><section>${html}</section>`
    stop = keepRowFocus(document.querySelector('section'))
  }

  const search = '<input type="search">'
  const row = (name: string) =>
    `<li id="${name}"><button id="edit ${name}"></button><button id="remove ${name}"></button></li>`
  const listOf = (...names: string[]) => `${search}<ul>${names.map(row).join('')}</ul>`

  function element(id: string): HTMLElement {
    const found = document.getElementById(id)
    if (found === null) throw new Error(`no element has the id ${id}`)
    return found
  }

  const focused = () => document.activeElement?.id || document.activeElement?.localName

  /** Observers run after the task that changed the document. */
  async function remove(...ids: string[]): Promise<void> {
    for (const id of ids) element(id).remove()
    await vi.advanceTimersByTimeAsync(0)
  }

  const group = (content: string) =>
    `<div data-keep-focus id="group" tabindex="-1">${content}</div>`
  const revoked = `<ul><li id="a">${group('<button id="revoke"></button>')}</li>${row('b')}</ul>`

  test.each([
    ['the first row to the same button of the next', listOf('a', 'b'), 'remove a', 'a', 'remove b'],
    ['a row between others to the next', listOf('a', 'b', 'c'), 'remove b', 'b', 'remove c'],
    ['a row by another of its buttons', listOf('a', 'b', 'c'), 'edit b', 'b', 'edit c'],
    ['the last row to the one before', listOf('a', 'b', 'c'), 'remove c', 'c', 'remove b'],
    [
      'a row to the last button of one with fewer',
      `<ul>${row('a')}<li><button id="only"></button></li></ul>`,
      ...['remove a', 'a', 'only'],
    ],
    [
      'the only row to the field that the list names',
      `<input id="value" data-focus-when-empty><ul>${row('a')}</ul>`,
      ...['remove a', 'a', 'value'],
    ],
    ['the only row, beside no field, nowhere', `<ul>${row('a')}</ul>`, 'remove a', 'a', 'body'],
    [
      'a row that has the focus itself nowhere',
      `${search}<ul><li id="a" tabindex="-1"><button></button></li>${row('b')}</ul>`,
      ...['a', 'a', 'body'],
    ],
    [
      'a button outside the rows nowhere',
      `<button id="add"></button>${listOf('a')}`,
      ...['add', 'add', 'body'],
    ],
    ['the only button of a group to the group', revoked, 'revoke', 'revoke', 'group'],
    ['a group and its row to the next row', revoked, 'revoke', 'a', 'edit b'],
  ])('the focus goes from %s when that is removed', async (_, html, from, removed, to) => {
    show(html)
    element(from).focus()
    await remove(removed)
    expect(focused()).toBe(to)
  })

  test('one removal after the other keeps the focus in a list of a dialog, and the last leads to the search', async () => {
    document.body.innerHTML = `<dialog open><section>${listOf('a', 'b')}</section></dialog>`
    stop = keepRowFocus(document.querySelector('section'))
    element('remove a').focus()
    await remove('a')
    expect(focused()).toBe('remove b')
    await remove('b')
    expect(focused()).toBe('input')
  })

  test('rows without buttons and buttons that expand text are passed over', async () => {
    const head = '<div role="row">Head</div>'
    const cells = (name: string) =>
      `<div role="row" id="${name}"><button class="clamped-toggle"></button>
    <button id="remove ${name}"></button></div>`
    show(`<div>${head}${cells('a')}<div role="row">Note</div>${cells('b')}</div>`)
    element('remove a').focus()
    await remove('a')
    expect(focused()).toBe('remove b')
  })

  test('rows that arrive or leave above it move the place of the focused row', async () => {
    show(listOf('a', 'b', 'c', 'd', 'e'))
    element('remove c').focus()
    await remove('a')
    await remove('c')
    expect(focused()).toBe('remove d')
  })

  test('a focus that is elsewhere by then stays there', async () => {
    show(listOf('a', 'b'))
    element('remove a').focus()
    element('elsewhere').focus()
    await remove('a')
    expect(focused()).toBe('elsewhere')
  })

  test('after a press elsewhere that focuses nothing, a removal moves no focus', async () => {
    show(listOf('a', 'b'))
    element('remove a').focus()
    element('remove a').blur()
    document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
    await remove('a')
    expect(focused()).toBe('body')
  })

  test('rows of another list are not followed', async () => {
    show(listOf('a', 'b'))
    document.body.insertAdjacentHTML('beforeend', `<ul>${row('other')}</ul>`)
    element('remove other').focus()
    await remove('other', 'a')
    expect(focused()).toBe('body')
  })

  test('a dialog about the row keeps the focus, which then follows the removed row', async () => {
    show(listOf('a', 'b'))
    element('remove a').focus()
    document.body.insertAdjacentHTML(
      'beforeend',
      '<dialog open><button id="yes"></button></dialog>',
    )
    element('yes').focus()
    await remove('a')
    vi.advanceTimersToNextFrame()
    expect(focused()).toBe('yes')
    document.querySelector('dialog')?.remove()
    vi.advanceTimersToNextFrame()
    expect(focused()).toBe('remove b')
  })

  test('a row that survives its dialog is followed later', async () => {
    show(listOf('a', 'b'))
    element('remove a').focus()
    document.body.insertAdjacentHTML('beforeend', '<dialog open><button id="no"></button></dialog>')
    element('no').focus()
    document.querySelector('dialog')?.remove()
    element('remove a').focus()
    await remove('a')
    expect(focused()).toBe('remove b')
  })

  test('a list that has left the screen moves no focus', async () => {
    show(listOf('a', 'b'))
    element('remove a').focus()
    stop?.()
    await remove('a')
    expect(focused()).toBe('body')
  })

  test('a list that leaves the screen below an open dialog takes no focus afterwards', async () => {
    show(listOf('a', 'b'))
    element('remove a').focus()
    document.body.insertAdjacentHTML('beforeend', '<dialog open></dialog>')
    await remove('a')
    stop?.()
    document.querySelector('dialog')?.remove()
    vi.advanceTimersToNextFrame()
    expect(focused()).toBe('body')
  })

  describe('controls that give way to each other', () => {
    const put = (html: string) => element('group').insertAdjacentHTML('beforeend', html)

    test('keep the focus in their group, on its first one', async () => {
      const both = '<button id="block"></button><button id="trust"></button>'
      show(`<ul><li><button></button>${group(both)}</li>${row('b')}</ul>`)
      element('trust').focus()
      put('<button id="undo"></button><button id="more"></button>')
      await remove('block', 'trust')
      expect(focused()).toBe('undo')
    })

    test('outside the rows the marked one gets the focus back, also when it comes later', async () => {
      show(`<div data-keep-focus id="group"><button id="cancel"></button></div>`)
      // As in a browser, which focuses no element without tabindex.
      element('group').focus = () => {}
      element('cancel').focus()
      await remove('cancel')
      expect(focused()).toBe('body')
      put(
        '<button id="import"></button><span data-takes-focus><button id="select"></button></span>',
      )
      await vi.advanceTimersByTimeAsync(0)
      expect(focused()).toBe('select')
    })

    test('take no focus that is elsewhere by then', async () => {
      show(group('<button id="block"></button><button id="more"></button>'))
      element('block').focus()
      element('elsewhere').focus()
      await remove('block')
      expect(focused()).toBe('elsewhere')
    })
  })

  test('without a list there is nothing to follow', () => {
    expect(keepRowFocus(null)).toBeUndefined()
  })
})

describe('a long list of rows', () => {
  /* A simulated document has no layout: each row is 50 pixels high, and the window shows 768 pixels. */
  const rowPixels = 50
  let topOfList = 0

  /** As in a browser, the event comes later. */
  function scrollPage(to: number): void {
    document.documentElement.scrollTop = to
    setTimeout(() => window.dispatchEvent(new Event('scroll')))
  }

  beforeEach(() => {
    topOfList = 0
    vi.useFakeTimers()
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(rowPixels)
    vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(100_000)
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(
      () => new DOMRect(0, topOfList - window.scrollY, 0, 0),
    )
    vi.stubGlobal('scrollTo', ({ top = 0 }: ScrollToOptions) => scrollPage(top))
  })
  afterEach(() => {
    cleanup()
    document.documentElement.scrollTop = 0
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  type Settings = Partial<ComponentProps<typeof LongRowList>>

  const list = ({ count = 1000, row = (index) => `Row ${index}`, ...settings }: Settings = {}) => (
    <LongRowList label="Mail" count={count} rowKey={(index) => index} row={row} {...settings} />
  )

  const table = () => screen.getByRole('table', { name: 'Mail' })
  const group = () => within(table()).getAllByRole('rowgroup').at(-1)
  const rows = () => screen.queryAllByRole('row')
  const names = () => rows().map(({ textContent }) => textContent)
  const focused = () => document.activeElement?.textContent

  /** Lets the page scroll, and then render and focus the row. */
  const settle = () =>
    act(async () => {
      for (let frame = 0; frame < 4; frame += 1) await vi.advanceTimersToNextTimerAsync()
      await vi.advanceTimersByTimeAsync(200)
    })

  async function press(key: string, on: Element = document.activeElement ?? table()) {
    const isDefault = fireEvent.keyDown(on, { key })
    await settle()
    return isDefault
  }

  test('only the visible rows are in the document, and assistive technology knows all', () => {
    render(list())
    expect(table().getAttribute('aria-rowcount')).toBe('1000')
    expect(names()[0]).toBe('Row 0')
    expect(rows().length).toBeGreaterThan(768 / rowPixels)
    expect(rows().length).toBeLessThan(40)
    expect(rows().map((row) => row.getAttribute('aria-rowindex'))).toEqual(
      rows().map((_, index) => String(index + 1)),
    )
  })

  test('a jump draws the rows of the window alone, and the others when the page rests', async () => {
    render(list())
    const inWindow = Math.ceil(768 / rowPixels) + 1
    const jump = async (to: number) => {
      scrollPage(to)
      await act(() => vi.advanceTimersByTimeAsync(0))
    }
    await jump(20_000)
    expect(names()).toContain('Row 400')
    expect(rows().length).toBeLessThanOrEqual(inWindow)
    await jump(40_000)
    expect(rows().length).toBeLessThanOrEqual(inWindow)
    await act(() => vi.advanceTimersByTimeAsync(200))
    expect(rows().length).toBeGreaterThan(inWindow + 6)
    await jump(40_050)
    expect(rows().length).toBeGreaterThan(inWindow + 6)
  })

  test('scrolling draws the rows that come, and not again those that stay', async () => {
    const row = vi.fn((index: number) => `Row ${index}`)
    render(list({ row }))
    row.mockClear()
    scrollPage(2 * rowPixels)
    await settle()
    const drawn = row.mock.calls.map(([index]) => index)
    expect(drawn.length).toBeGreaterThan(0)
    expect(drawn.length).toBeLessThanOrEqual(4)
    expect(names()).toContain(`Row ${Math.max(...drawn)}`)
  })

  test('rows are named in short while they rush past, and whole when the page rests', async () => {
    render(list({ brief: (index) => `Name ${index}` }))
    expect(names()[0]).toBe('Row 0')
    scrollPage(20_000)
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(names()).toContain('Name 400')
    expect(names()).not.toContain('Row 400')
    expect(rows()[3]?.style.blockSize).toBe(`${rowPixels}px`)
    await act(() => vi.advanceTimersByTimeAsync(200))
    expect(names()).toContain('Row 400')
    expect(names().join()).not.toContain('Name')
    expect(rows()[3]?.style.blockSize).toBe('')
  })

  test('rows that rush past take the elements of those before, and give them back when the page rests', async () => {
    render(list({ brief: (index) => `Name ${index}` }))
    const jump = async (to: number) => {
      scrollPage(to)
      await act(() => vi.advanceTimersByTimeAsync(0))
    }
    await jump(20_000)
    const [first] = rows()
    expect(first?.textContent).toBe('Name 400')
    await jump(40_000)
    expect(rows()[0]).toBe(first)
    expect(first?.textContent).toBe('Name 800')
    expect(first?.dataset.index).toBe('800')
    expect(first?.getAttribute('aria-rowindex')).toBe('801')
    await act(() => vi.advanceTimersByTimeAsync(200))
    expect(first?.isConnected).toBe(false)
  })

  test('the row that a key leads to keeps its element and the focus when it becomes whole', async () => {
    render(list({ brief: (index) => `Name ${index}` }))
    table().focus()
    fireEvent.keyDown(table(), { key: 'End' })
    const twoFramesMs = 40
    await act(() => vi.advanceTimersByTimeAsync(twoFramesMs))
    const row = document.activeElement
    expect(focused()).toBe('Name 999')
    await settle()
    expect(document.activeElement).toBe(row)
    expect(focused()).toBe('Row 999')
  })

  test('a head is a row of its own', () => {
    const head = (
      <div role="row" tabIndex={-1}>
        Head
      </div>
    )
    render(list({ head }))
    expect(table().getAttribute('aria-rowcount')).toBe('1001')
    expect(names().slice(0, 2)).toEqual(['Head', 'Row 0'])
    expect(rows()[1]?.getAttribute('aria-rowindex')).toBe('2')
  })

  test('rows are one below the other, and the list is as high as all of them', () => {
    render(list())
    expect(rows()[3]?.style.transform).toBe(`translateY(${3 * rowPixels}px)`)
    const shown = rows().length
    const estimated = Number.parseInt(group()?.style.blockSize ?? '', 10)
    expect(estimated).toBeGreaterThanOrEqual(1000 * rowPixels)
    expect(estimated).toBeLessThanOrEqual(shown * rowPixels + (1000 - shown) * 74)
  })

  test('content above the list moves its rows on the page and not within the list', async () => {
    const { rerender } = render(list())
    topOfList = 2000
    rerender(list())
    expect(rows()[0]?.style.transform).toBe('translateY(0px)')
    scrollPage(2000 + 100 * rowPixels)
    await settle()
    expect(names()).toContain('Row 100')
    expect(names()).not.toContain('Row 140')
    const row = rows().find(({ textContent }) => textContent === 'Row 100')
    expect(row?.dataset.index).toBe('100')
  })

  test('the keyboard reaches the list, and from there all rows, but not by Tab', () => {
    render(list())
    expect(table().tabIndex).toBe(0)
    expect(rows().every(({ tabIndex }) => tabIndex === -1)).toBe(true)
  })

  test('keys that come before a row is there move on from it together', async () => {
    render(list())
    table().focus()
    await press('ArrowDown')
    const scrolled = vi.fn<typeof scrollPage>()
    vi.stubGlobal('scrollTo', ({ top = 0 }: ScrollToOptions) => {
      scrolled(top)
      scrollPage(top)
    })
    for (let row = 2; row <= 60; row += 1) fireEvent.keyDown(table(), { key: 'ArrowDown' })
    await settle()
    await settle()
    expect(focused()).toBe('Row 60')
    // The first key, and all others together.
    expect(new Set(scrolled.mock.calls.map(([top]) => top)).size).toBeLessThanOrEqual(2)
    await press('ArrowUp')
    expect(focused()).toBe('Row 59')
  })

  test('arrows move by a row, Home and End to the first and last of all', async () => {
    render(list())
    table().focus()
    expect(await press('ArrowDown')).toBe(false)
    expect(focused()).toBe('Row 1')
    await press('ArrowDown')
    await press('ArrowUp')
    expect(focused()).toBe('Row 1')
    await press('End')
    expect(focused()).toBe('Row 999')
    await press('ArrowDown')
    expect(focused()).toBe('Row 999')
    await press('ArrowUp')
    expect(focused()).toBe('Row 998')
    await press('Home')
    expect(focused()).toBe('Row 0')
    await press('ArrowUp')
    expect(focused()).toBe('Row 0')
  })

  test('an arrow starts at the row that has the focus, and other keys keep their meaning', async () => {
    render(list())
    act(() => rows()[5]?.focus())
    expect(await press('PageDown')).toBe(true)
    expect(focused()).toBe('Row 5')
    await press('ArrowDown')
    expect(focused()).toBe('Row 6')
  })

  test('keys in a field or a button of a row are left to it', async () => {
    render(list({ row: (index) => <input aria-label={`Note ${index}`} /> }))
    const field = screen.getByLabelText('Note 2')
    act(() => field.focus())
    expect(await press('ArrowDown')).toBe(true)
    expect(document.activeElement).toBe(field)
  })

  test('a list without rows has none to move to', async () => {
    render(list({ count: 0 }))
    expect(rows()).toEqual([])
    table().focus()
    await press('ArrowDown')
    expect(document.activeElement).toBe(table())
  })

  test('a row keeps its element and the focus when the rows before it leave', () => {
    const buttons = (from: number) => ({
      rowKey: (index: number) => from + index,
      row: (index: number) => <button type="button">{`Open ${from + index}`}</button>,
    })
    const { rerender } = render(list(buttons(0)))
    screen.getByRole('button', { name: 'Open 7' }).focus()
    const element = document.activeElement
    rerender(list({ ...buttons(7), count: 1 }))
    expect(names()).toEqual(['Open 7'])
    expect(document.activeElement).toBe(element)
    expect(focused()).toBe('Open 7')
  })

  test('a row that is drawn late gets the focus that its key asked for, and later keys go on from it', async () => {
    render(list())
    table().focus()
    await press('ArrowDown')
    const scrollLate = ({ top = 0 }: ScrollToOptions) => setTimeout(() => scrollPage(top), 80)
    vi.stubGlobal('scrollTo', scrollLate)
    await press('End')
    expect(focused()).toBe('Row 999')
    await press('ArrowUp')
    expect(focused()).toBe('Row 998')
  })
})

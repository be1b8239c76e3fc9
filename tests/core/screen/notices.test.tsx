import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { enterDialog, noticesAbout } from '../../../src/lib/core/ui-state/notices.ts'
import { $noticesWords } from '../../../src/lib/core/words/notices.words.yaml'
import { keepFocusUncovered } from '../../../src/ui/keep-focus-uncovered.ts'
import { Notices } from '../../../src/ui/Notices.tsx'
import { keepRegionReachable, noticePlace, noticeRegion } from '../../../src/ui/notice-region.ts'

const form = noticesAbout('form')
const other = noticesAbout('other')

afterEach(() => {
  act(forgetSession)
  cleanup()
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

test('a notice is an alert or a status with its text, an icon of its kind and a button to dismiss it', async () => {
  render(<Notices />)
  act(() => {
    form.problem('No connection')
    other.success('Saved')
    noticesAbout('third').remark('To be implemented')
  })
  expect(screen.getByRole('alert').textContent).toContain('No connection')
  expect(screen.getByRole('status').textContent).toMatch(/^(?!.*No connection).*Saved.*To be impl/)
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

let stop: (() => void) | undefined

/** Lets observers run. */
async function settle(): Promise<void> {
  for (let task = 0; task < 3; task += 1) await Promise.resolve()
}

/** A simulated document does not know the state of a modal dialog, only that it is open. */
function knowModalDialogs(): void {
  const find = document.querySelectorAll.bind(document)
  vi.spyOn(document, 'querySelectorAll').mockImplementation((selectors: string) =>
    find(selectors.replace(':modal', '[open]')),
  )
}

const rect = (left: number, top: number, width: number, height: number) =>
  new DOMRect(left, top, width, height)

/* A window of 800 pixels with the notices in its last 100. */
const notice = rect(100, 700, 200, 100)

function place(element: Element, box: DOMRect): void {
  vi.spyOn(element, 'getBoundingClientRect').mockReturnValue(box)
}

let resize: () => void = () => undefined
let isObserved = false

function showNotice(box = notice): HTMLElement {
  const region = noticeRegion()
  const card = document.createElement('div')
  card.className = 'notice'
  card.innerHTML = '<button>Dismiss</button>'
  region.append(card)
  place(card, box)
  place(region, rect(0, box.top, 800, box.height))
  return card
}

function addButton(box: DOMRect) {
  const button = document.body.appendChild(document.createElement('button'))
  place(button, box)
  const scroll = vi.spyOn(button, 'scrollIntoView')
  return { button, scroll, scrolled: () => scroll.mock.calls.length }
}

const padding = () => document.documentElement.style.getPropertyValue('--notices-size')
const room = () => document.documentElement.style.getPropertyValue('--notices-room')

describe('notice region', () => {
  afterEach(() => {
    stop?.()
    stop = undefined
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    document.body.replaceChildren()
    document.documentElement.removeAttribute('style')
  })

  test('the region of the page is used, and made once where a page has none', () => {
    const made = noticeRegion()
    expect(made.parentElement).toBe(document.body)
    expect(noticeRegion()).toBe(made)
    document.body.innerHTML = '<div id="notices" class="own"></div>'
    expect(noticeRegion().className).toBe('own')
  })

  test('only the place of what is no problem is announced as a status', () => {
    expect(noticePlace('status').role).toBe('status')
    expect(noticePlace('alert').hasAttribute('role')).toBe(false)
    expect([...noticeRegion().children]).toEqual([noticePlace('alert'), noticePlace('status')])
  })

  test('a page whose region lacks a place says which one', () => {
    document.body.innerHTML = '<div id="notices"></div>'
    expect(() => noticePlace('alert')).toThrow('the notice region has no place named alert')
  })

  test('the region is in the topmost modal dialog, and on the page without one', async () => {
    knowModalDialogs()
    document.body.innerHTML = '<main><dialog id="first"></dialog><dialog id="last"></dialog></main>'
    const [first, last] = [...document.querySelectorAll('dialog')]
    stop = keepRegionReachable()
    const host = () => noticeRegion().parentElement
    expect(host()).toBe(document.body)
    first?.showModal()
    await settle()
    expect(host()).toBe(first)
    last?.showModal()
    await settle()
    expect(host()).toBe(last)
    last?.close()
    await settle()
    expect(host()).toBe(first)
    first?.removeAttribute('open')
    await settle()
    expect(host()).toBe(document.body)
  })

  test('a dialog that is open from the start, or arrives open, gets the region', async () => {
    knowModalDialogs()
    document.body.innerHTML = '<dialog open></dialog>'
    stop = keepRegionReachable()
    expect(noticeRegion().parentElement?.localName).toBe('dialog')
    stop()
    expect(noticeRegion().parentElement).toBe(document.body)
    document.body.innerHTML = ''
    const region = noticeRegion()
    stop = keepRegionReachable()
    const screen = document.createElement('main')
    screen.innerHTML = '<dialog open></dialog>'
    document.body.append(screen)
    await settle()
    expect(region.parentElement?.localName).toBe('dialog')
  })

  test('a region that stays where it is keeps its place in the document', async () => {
    const region = noticeRegion()
    stop = keepRegionReachable()
    document.body.append(document.createElement('footer'))
    await settle()
    expect(document.body.firstElementChild).toBe(region)
    stop()
    expect(document.body.firstElementChild).toBe(region)
  })

  beforeEach(() => {
    vi.stubGlobal('innerHeight', 800)
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(callback: () => void) {
          resize = callback
        }
        observe(element: Element) {
          isObserved = element === noticeRegion()
        }
        disconnect() {
          isObserved = false
        }
      },
    )
  })

  test.each<[string, DOMRect, boolean]>([
    ['within it', rect(120, 720, 50, 20), true],
    ['over its top edge', rect(120, 690, 50, 20), true],
    ['over its bottom edge', rect(120, 790, 50, 20), true],
    ['over its left edge', rect(90, 720, 50, 20), true],
    ['over its right edge', rect(290, 720, 50, 20), true],
    ['just above it', rect(120, 680, 50, 20), false],
    ['just below it', rect(120, 800, 50, 20), false],
    ['just left of it', rect(50, 720, 50, 20), false],
    ['just right of it', rect(300, 720, 50, 20), false],
  ])(
    'when a notice appears, a focused element %s is scrolled clear if it is covered',
    (_, box, isCovered) => {
      stop = keepFocusUncovered()
      const { button, scroll } = addButton(box)
      button.focus()
      showNotice()
      resize()
      expect(padding()).toBe('100px')
      expect(room()).toBe(isCovered ? '100px' : '')
      // By no more than it needs to.
      expect(scroll.mock.calls).toEqual(isCovered ? [[{ block: 'nearest' }]] : [])
    },
  )

  test('a covered element that gets the focus later is scrolled clear, too', () => {
    stop = keepFocusUncovered()
    const { button, scrolled } = addButton(notice)
    showNotice()
    showNotice(rect(0, 600, 10, 10))
    place(noticeRegion(), rect(0, 700, 800, 100))
    resize()
    expect(scrolled()).toBe(0)
    button.focus()
    expect(scrolled()).toBe(1)
  })

  test('the focus on a notice itself scrolls nothing', () => {
    stop = keepFocusUncovered()
    const card = showNotice()
    const dismiss = card.querySelector('button')
    if (dismiss === null) throw new Error('the notice has no button')
    place(dismiss, notice)
    const scroll = vi.spyOn(dismiss, 'scrollIntoView')
    dismiss.focus()
    expect(padding()).toBe('100px')
    expect(scroll).not.toHaveBeenCalled()
  })

  test('in a dialog the room is counted from its bottom edge, in whole pixels', () => {
    const dialog = document.body.appendChild(document.createElement('dialog'))
    dialog.append(noticeRegion())
    place(dialog, rect(0, 100, 800, 400))
    stop = keepFocusUncovered()
    showNotice(rect(100, 399.5, 200, 50))
    resize()
    expect(padding()).toBe('101px')
  })

  test('the page keeps the room below it while the notice stays, wherever the focus goes', () => {
    stop = keepFocusUncovered()
    showNotice()
    addButton(notice).button.focus()
    addButton(rect(120, 100, 50, 20)).button.focus()
    expect(room()).toBe('100px')
  })

  test('a hidden region needs no room, and gives back what it had', () => {
    stop = keepFocusUncovered()
    const { button } = addButton(notice)
    button.focus()
    showNotice()
    resize()
    expect(room()).toBe('100px')
    place(noticeRegion(), rect(0, 0, 0, 0))
    button.blur()
    resize()
    expect([padding(), room()]).toEqual(['0px', ''])
  })

  test('when the last notice has gone, the page has its room back without a measurement', () => {
    stop = keepFocusUncovered()
    const { button } = addButton(notice)
    button.focus()
    const card = showNotice()
    resize()
    card.remove()
    const measured = vi.mocked(noticeRegion().getBoundingClientRect)
    measured.mockClear()
    resize()
    expect([padding(), room()]).toEqual(['', ''])
    expect(measured).not.toHaveBeenCalled()
  })

  test('once it is stopped, nothing scrolls any more and the page has its room back', () => {
    stop = keepFocusUncovered()
    expect(isObserved).toBe(true)
    const { button, scrolled } = addButton(notice)
    showNotice()
    button.focus()
    button.blur()
    stop()
    expect(isObserved).toBe(false)
    expect([padding(), room()]).toEqual(['', ''])
    button.focus()
    expect(scrolled()).toBe(1)
  })
})

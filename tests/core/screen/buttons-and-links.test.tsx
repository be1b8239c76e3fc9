import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createRef, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Button } from '../../../src/ui/Button.tsx'
import { Clamped } from '../../../src/ui/Clamped.tsx'
import { MailLink, type MailLinkHandle } from '../../../src/ui/MailLink.tsx'
import { openInNewTab, reserveTab } from '../../../src/ui/new-tab.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const button = () => screen.getByRole<HTMLButtonElement>('button')

test('a button is a regular primary one that submits nothing, unless it is told otherwise', () => {
  render(<Button>Save</Button>)
  expect(button().dataset).toMatchObject({ variant: 'primary', size: 'regular' })
  expect([button().type, button().disabled]).toEqual(['button', false])
  cleanup()
  render(
    <Button type="submit" variant="danger" size="small" disabled>
      Save
    </Button>,
  )
  expect(button().dataset).toMatchObject({ variant: 'danger', size: 'small' })
  expect([button().type, button().disabled]).toEqual(['submit', true])
})

test('a button may have a name that says more than its text, and its owner can reach it', () => {
  const ref = createRef<HTMLButtonElement>()
  render(
    <Button label="Remove the flag for a.example" ref={ref}>
      Remove
    </Button>,
  )
  expect(screen.getByRole('button', { name: 'Remove the flag for a.example' })).toBe(ref.current)
  expect(button().textContent).toBe('Remove')
})

test('a pending button neither acts nor submits, and keeps the focus', () => {
  const onClick = vi.fn()
  const { rerender } = render(<Button onClick={onClick}>Save</Button>)
  button().focus()
  expect(button().hasAttribute('aria-disabled')).toBe(false)
  expect(fireEvent.click(button())).toBe(true)
  expect(onClick).toHaveBeenCalledTimes(1)
  rerender(
    <Button onClick={onClick} pending>
      Save
    </Button>,
  )
  expect(button().getAttribute('aria-disabled')).toBe('true')
  expect(fireEvent.click(button()), 'the click would submit').toBe(false)
  expect(onClick).toHaveBeenCalledTimes(1)
  expect(document.activeElement).toBe(button())
})

describe('text that is clamped to two lines', () => {
  /** Text of a height and a width, in a place for 40 by 200 pixels. */
  let size = { height: 0, width: 0 }
  const observers = new Map<Element, () => void>()

  beforeEach(() => {
    observers.clear()
    vi.stubGlobal(
      'ResizeObserver',
      class {
        readonly #callback: () => void
        readonly #observed: Element[] = []
        constructor(callback: () => void) {
          this.#callback = callback
        }
        observe(element: Element) {
          this.#observed.push(element)
          observers.set(element, this.#callback)
        }
        disconnect() {
          for (const element of this.#observed) observers.delete(element)
        }
      },
    )
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(40)
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(200)
    vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(() => size.height)
    vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockImplementation(() => size.width)
  })

  function resize(height: number, width: number): void {
    size = { height, width }
    act(() => {
      for (const measure of observers.values()) measure()
    })
  }

  const show = (children: ReactNode = 'A long subject', className?: string) =>
    render(<Clamped className={className}>{children}</Clamped>)

  test.each([
    ['fits', 40, 200, false],
    ['fits but for a rounded pixel', 41, 201, false],
    ['is too high', 42, 200, true],
    ['is too wide', 40, 202, true],
  ])('text that %s', (_, height, width, isCut) => {
    show()
    expect(screen.queryByRole('button')).toBeNull()
    resize(height, width)
    expect(screen.queryByRole('button') !== null).toBe(isCut)
    expect(screen.getByText('A long subject').localName).toBe('bdi')
  })

  test('a press shows all of it, and the next press clamps it again', () => {
    show()
    resize(100, 200)
    expect(button().getAttribute('aria-expanded')).toBe('false')
    fireEvent.click(button())
    expect(button().getAttribute('aria-expanded')).toBe('true')
    expect(button().textContent).toBe('A long subject')
    fireEvent.click(button())
    expect(button().getAttribute('aria-expanded')).toBe('false')
  })

  test('open text stays open whatever its size, and is measured when it is clamped again', () => {
    show()
    resize(100, 200)
    fireEvent.click(button())
    expect(observers.size).toBe(0)
    fireEvent.click(button())
    resize(40, 200)
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('text that has left the page is not measured any more', () => {
    const { unmount } = show()
    expect(observers.size).toBe(1)
    unmount()
    expect(observers.size).toBe(0)
  })

  test('its class stays on the text, closed and open', () => {
    show('A long subject', 'subject')
    expect(screen.getByText('A long subject').className).toBe('clamped subject')
    resize(100, 200)
    expect(screen.getByText('A long subject').className).toBe('clamped subject')
    expect(button().type).toBe('button')
  })
})

test('a mail opens in the mail program, and its link stays for a user without one', () => {
  const ref = createRef<MailLinkHandle>()
  const { container } = render(<MailLink ref={ref} />)
  expect(container.textContent).toBe('')
  const opened: string[] = []
  const listen = (event: Event) => {
    event.preventDefault()
    if (event.target instanceof HTMLAnchorElement) opened.push(event.target.href)
  }
  document.addEventListener('click', listen)
  act(() => ref.current?.open('mailto:help@aman.example'))
  act(() => ref.current?.open('mailto:sales@aman.example'))
  document.removeEventListener('click', listen)
  expect(opened).toEqual(['mailto:help@aman.example', 'mailto:sales@aman.example'])
  const link = screen.getByRole<HTMLAnchorElement>('link', {
    name: 'Mail app did not open? Use this link',
  })
  expect(link.href).toBe('mailto:sales@aman.example')
})

/** The browser's answer to the wish for a tab. */
function giveTab(isBlocked = false) {
  const tab = { opener: window, location: { replace: vi.fn() }, close: vi.fn() }
  const open = vi.fn(() => (isBlocked ? null : tab))
  vi.stubGlobal('open', open)
  return { tab, open }
}

test('a tab opens during the click and shows the address when it is known, without a way back', async () => {
  const { tab, open } = giveTab()
  const { promise, resolve } = Promise.withResolvers<string>()
  const blocked = openInNewTab(promise)
  expect(open).toHaveBeenCalledExactlyOnceWith('', '_blank')
  expect(tab.opener).toBeNull()
  expect(tab.location.replace).not.toHaveBeenCalled()
  resolve('https://training.example/')
  expect(await blocked).toBeUndefined()
  expect(tab.location.replace).toHaveBeenCalledExactlyOnceWith('https://training.example/')
  expect(tab.close).not.toHaveBeenCalled()
})

test('the tab closes again where there is no address', async () => {
  const { tab } = giveTab()
  expect(await openInNewTab(Promise.resolve(undefined))).toBeUndefined()
  expect(tab.close).toHaveBeenCalledTimes(1)
  expect(tab.location.replace).not.toHaveBeenCalled()
})

test('the address of a blocked tab is there for a link', async () => {
  giveTab(true)
  const address = 'https://training.example/'
  expect(await openInNewTab(Promise.resolve(address))).toBe(address)
  expect(await openInNewTab(Promise.resolve(undefined))).toBeUndefined()
})

test('a reserved tab says whether it was blocked', () => {
  giveTab()
  expect(reserveTab().isBlocked).toBe(false)
  giveTab(true)
  expect(reserveTab().isBlocked).toBe(true)
})

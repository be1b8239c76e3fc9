import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createRef, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ShareBar } from '../../../src/islands/core/parts/ShareBar.tsx'
import { Badge } from '../../../src/ui/Badge.tsx'
import { Boundary } from '../../../src/ui/Boundary.tsx'
import { Button } from '../../../src/ui/Button.tsx'
import { Clamped } from '../../../src/ui/Clamped.tsx'
import { EmailAddress } from '../../../src/ui/EmailAddress.tsx'
import { Gauge } from '../../../src/ui/Gauge.tsx'
import { Icon } from '../../../src/ui/Icon.tsx'
import { Initial } from '../../../src/ui/Initial.tsx'
import { Logo } from '../../../src/ui/Logo.tsx'
import { eager, Lazy, lazy } from '../../../src/ui/lazy-component.ts'
import { MailLink, type MailLinkHandle } from '../../../src/ui/MailLink.tsx'
import { openInNewTab, reserveTab } from '../../../src/ui/new-tab.ts'
import { Spinner } from '../../../src/ui/Spinner.tsx'
import { StateMessage } from '../../../src/ui/StateMessage.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const buttonButtonsAndLinks = () => screen.getByRole<HTMLButtonElement>('button')

test('a button is a regular primary one that submits nothing, unless it is told otherwise', () => {
  render(<Button>Save</Button>)
  expect(buttonButtonsAndLinks().dataset).toMatchObject({ variant: 'primary', size: 'regular' })
  expect([buttonButtonsAndLinks().type, buttonButtonsAndLinks().disabled]).toEqual([
    'button',
    false,
  ])
  cleanup()
  render(
    <Button type="submit" variant="danger" size="small" disabled>
      Save
    </Button>,
  )
  expect(buttonButtonsAndLinks().dataset).toMatchObject({ variant: 'danger', size: 'small' })
  expect([buttonButtonsAndLinks().type, buttonButtonsAndLinks().disabled]).toEqual(['submit', true])
})

test('a button may have a name that says more than its text, and its owner can reach it', () => {
  const ref = createRef<HTMLButtonElement>()
  render(
    <Button label="Remove the flag for a.example" ref={ref}>
      Remove
    </Button>,
  )
  expect(screen.getByRole('button', { name: 'Remove the flag for a.example' })).toBe(ref.current)
  expect(buttonButtonsAndLinks().textContent).toBe('Remove')
})

test('a pending button neither acts nor submits, and keeps the focus', () => {
  const onClick = vi.fn()
  const { rerender } = render(<Button onClick={onClick}>Save</Button>)
  buttonButtonsAndLinks().focus()
  expect(buttonButtonsAndLinks().hasAttribute('aria-disabled')).toBe(false)
  expect(fireEvent.click(buttonButtonsAndLinks())).toBe(true)
  expect(onClick).toHaveBeenCalledTimes(1)
  rerender(
    <Button onClick={onClick} pending>
      Save
    </Button>,
  )
  expect(buttonButtonsAndLinks().getAttribute('aria-disabled')).toBe('true')
  expect(fireEvent.click(buttonButtonsAndLinks()), 'the click would submit').toBe(false)
  expect(onClick).toHaveBeenCalledTimes(1)
  expect(document.activeElement).toBe(buttonButtonsAndLinks())
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
    expect(buttonButtonsAndLinks().getAttribute('aria-expanded')).toBe('false')
    fireEvent.click(buttonButtonsAndLinks())
    expect(buttonButtonsAndLinks().getAttribute('aria-expanded')).toBe('true')
    expect(buttonButtonsAndLinks().textContent).toBe('A long subject')
    fireEvent.click(buttonButtonsAndLinks())
    expect(buttonButtonsAndLinks().getAttribute('aria-expanded')).toBe('false')
  })

  test('open text stays open whatever its size, and is measured when it is clamped again', () => {
    show()
    resize(100, 200)
    fireEvent.click(buttonButtonsAndLinks())
    expect(observers.size).toBe(0)
    fireEvent.click(buttonButtonsAndLinks())
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
    expect(buttonButtonsAndLinks().type).toBe('button')
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

afterEach(cleanup)

function renderGauge(value: number) {
  render(<Gauge value={value} tone="caution" label="Risk" valueText="Medium Risk" scale="of 100" />)
  return screen.getByRole('meter', { name: 'Risk' })
}

test('the gauge fills from the start in proportion to its value and states it in words', {
  tags: ['R112', 'R297'],
}, () => {
  const gauge = renderGauge(64)
  expect(gauge.getAttribute('aria-valuenow')).toBe('64')
  expect(gauge.getAttribute('aria-valuemin')).toBe('0')
  expect(gauge.getAttribute('aria-valuemax')).toBe('100')
  expect(gauge.getAttribute('aria-valuetext')).toBe('64 of 100: Medium Risk')
  expect(gauge.querySelector('strong')?.textContent).toBe('64')
  const [track, fill] = [...gauge.querySelectorAll('path')]
  // The first figure is the length drawn of a path that is 100 long; the gap after it hides the rest.
  expect(fill?.getAttribute('stroke-dasharray')).toBe('64 200')
  expect(fill?.getAttribute('d')).toBe(track?.getAttribute('d'))
})

test('at 0 the gauge is empty', { tags: ['R297'] }, () => {
  expect(renderGauge(0).querySelector('.gauge-fill')).toBeNull()
})

const part = (tone: 'safe' | 'caution' | 'danger', count: number) => ({
  tone,
  count,
  label: `${count} ${tone}`,
})

function rects(container: HTMLElement) {
  return [...container.querySelectorAll('rect')].map((rect) => [
    rect.getAttribute('data-tone'),
    rect.getAttribute('x'),
    rect.getAttribute('width'),
  ])
}

test('each part of the bar is as wide as its share, in order, with a caption below', () => {
  const { container } = render(
    <ShareBar title="Members" parts={[part('safe', 5), part('caution', 3), part('danger', 2)]} />,
  )
  expect(rects(container)).toEqual([
    ['safe', '0%', '50%'],
    ['caution', '50%', '30%'],
    ['danger', '80%', '20%'],
  ])
  expect(container.querySelector('figcaption')?.textContent).toBe(
    'Members: 5 safe, 3 caution, 2 danger',
  )
})

test('a part with a count of 0 takes no space, and a bar with a total of 0 is not drawn', () => {
  const { container } = render(<ShareBar parts={[part('safe', 0), part('danger', 4)]} />)
  expect(rects(container)).toEqual([['danger', '0%', '100%']])
  expect(render(<ShareBar parts={[part('safe', 0)]} />).container.textContent).toBe('')
})

const drawing = (part: ReactNode) => {
  const { container } = render(part)
  return container.querySelector('path')?.getAttribute('d')
}

test('a badge rates with a word, an icon and a tone', () => {
  const { container } = render(<Badge tone="danger" icon="malicious" label="Malicious" />)
  expect(container.textContent).toBe('Malicious')
  expect(container.querySelector('[data-tone=danger]')).not.toBeNull()
  expect(container.querySelector('path')?.getAttribute('d')).toBe(
    drawing(<Icon name="malicious" />),
  )
})

test('icons differ, and screen readers pass over them', () => {
  expect(drawing(<Icon name="show" />)).not.toBe(drawing(<Icon name="hide" />))
  expect(drawing(<Icon name="warning" />)).toBeTruthy()
  for (const icon of document.querySelectorAll('svg')) {
    expect(icon.getAttribute('aria-hidden')).toBe('true')
  }
})

test.each([
  ['rania@cedar.example', ['rania@', 'cedar.example']],
  ['"a@b"@cedar.example', ['"a@b"@', 'cedar.example']],
  ['cedar.example', ['', 'cedar.example']],
])('the address %s breaks only after its last @', (address, parts) => {
  const { container } = render(<EmailAddress address={address} />)
  expect(container.textContent).toBe(address)
  const lines = container.querySelector('bdi[dir=ltr]')?.innerHTML.split('<wbr>')
  expect(lines).toEqual(parts)
})

test('the initial of a user is decoration next to the name', () => {
  const { container } = render(<Initial letter="R" />)
  expect(container.textContent).toBe('R')
  expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true')
})

test('the logo is read as the name of the product', () => {
  const { container } = render(<Logo />)
  expect(container.textContent).toBe('Aman')
  expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
})

test('a spinner says what is loading', () => {
  render(<Spinner label="Loading users..." />)
  expect(screen.getByRole('status').textContent).toBe('Loading users...')
  expect(document.querySelector('.spinner-ring')?.getAttribute('aria-hidden')).toBe('true')
})

test('an empty state is not announced, and a problem is', () => {
  const { container } = render(<StateMessage title="No flags yet" />)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(container.innerHTML).not.toContain('svg')
  expect([...container.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual([
    'No flags yet',
  ])
  expect(container.querySelector('[data-problem=true]')).toBeNull()
  render(
    <StateMessage icon="warning" title="No connection" hint="Try it again later." isProblem>
      <button type="button">Try again</button>
    </StateMessage>,
  )
  const problem = screen.getByRole('alert')
  expect(problem.dataset.problem).toBe('true')
  expect(problem.textContent).toBe('No connectionTry it again later.Try again')
  expect(problem.querySelector('svg')).not.toBeNull()
})

function Broken(): ReactNode {
  throw new Error('broken')
}

test('a part that fails is replaced, and the rest of the page stays', () => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { container } = render(
    <>
      Head
      <Boundary fallback=", not shown">
        <Broken />
      </Boundary>
    </>,
  )
  expect(container.textContent).toBe('Head, not shown')
  consoleError.mockRestore()
})

test('a part that is there from the start renders at once, another one when it has loaded', async () => {
  const { container } = render(<Lazy part={eager(() => <p>first</p>)} />)
  expect(container.textContent).toBe('first')
  const lazily = render(<Lazy part={lazy(async () => () => <p>second</p>)} />)
  expect(lazily.container.textContent).toBe('')
  expect(await screen.findByText('second')).toBeTruthy()
})

test('what is there from the start needs no request', async () => {
  await expect(eager(() => null).load()).resolves.toBeUndefined()
})

import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Badge } from '../../../src/ui/Badge.tsx'
import { Boundary } from '../../../src/ui/Boundary.tsx'
import { EmailAddress } from '../../../src/ui/EmailAddress.tsx'
import { Icon } from '../../../src/ui/Icon.tsx'
import { Initial } from '../../../src/ui/Initial.tsx'
import { Lazy } from '../../../src/ui/Lazy.tsx'
import { Logo } from '../../../src/ui/Logo.tsx'
import { eager, lazy } from '../../../src/ui/lazy-component.ts'
import { Spinner } from '../../../src/ui/Spinner.tsx'
import { StateMessage } from '../../../src/ui/StateMessage.tsx'

afterEach(cleanup)

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

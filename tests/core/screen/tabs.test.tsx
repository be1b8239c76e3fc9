import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Tabs } from '../../../src/ui/Tabs.tsx'

const tabs = ['one', 'two', 'three'] as const
const labels = { one: 'One', two: 'Two', three: 'Three' }

interface ExampleProps {
  readonly first?: (typeof tabs)[number]
  readonly unreachable?: readonly string[]
}

function Example({ first = 'one', unreachable = ['Never'] }: ExampleProps) {
  const [active, setActive] = useState(first)
  return (
    <Tabs
      label="Parts"
      tabs={tabs}
      labels={labels}
      unreachable={unreachable}
      active={active}
      onOpen={setActive}
    >
      {active}
    </Tabs>
  )
}

afterEach(cleanup)

/** Presses keys one after the other. @returns the open and focused tab after each key */
async function tabsAfter(...keys: string[]): Promise<(string | null)[]> {
  const user = userEvent.setup()
  const opened: (string | null)[] = []
  for (const key of keys) {
    await user.keyboard(`{${key}}`)
    const open = screen.getByRole('tab', { selected: true })
    expect(document.activeElement).toBe(open)
    expect(screen.getByRole('tabpanel', { name: open.textContent ?? '' })).toBeTruthy()
    opened.push(open.textContent)
  }
  return opened
}

test('arrows, Home and End move through the tabs, wrap around, and skip disabled tabs', async () => {
  render(<Example />)
  await userEvent.setup().tab()
  expect(await tabsAfter('ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft')).toEqual([
    'Two',
    'Three',
    'One',
    'Three',
  ])
  expect(await tabsAfter('Home', 'End')).toEqual(['One', 'Three'])
})

test('in right-to-left text the left arrow moves forward', async () => {
  render(
    <div style={{ direction: 'rtl' }}>
      <Example />
    </div>,
  )
  await userEvent.setup().tab()
  expect(await tabsAfter('ArrowLeft', 'ArrowRight', 'End')).toEqual(['Two', 'One', 'Three'])
})

test('the Tab key stops only at the open tab', async () => {
  render(<Example />)
  const user = userEvent.setup()
  await user.tab()
  await tabsAfter('End')
  expect(screen.getAllByRole('tab').map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0, 0])
  await user.tab()
  expect(document.activeElement).toBe(document.body)
})

test('a press opens a tab, and its panel shows what belongs to it', () => {
  render(<Example />)
  fireEvent.click(screen.getByRole('tab', { name: 'Two' }))
  const open = screen.getByRole('tab', { selected: true })
  expect(open.textContent).toBe('Two')
  const panel = screen.getByRole('tabpanel', { name: 'Two' })
  expect(panel.textContent).toBe('two')
  expect(panel.tabIndex).toBe(-1)
  expect(open.getAttribute('aria-controls')).toBe(panel.id)
  expect(screen.getByRole('tablist', { name: 'Parts' })).toBeTruthy()
})

test('tabs are buttons that submit nothing, and an unreachable one cannot be opened', () => {
  render(<Example />)
  const all = screen.getAllByRole<HTMLButtonElement>('tab')
  expect(all.map(({ textContent }) => textContent)).toEqual(['One', 'Two', 'Three', 'Never'])
  expect(all.map(({ type }) => type)).toEqual(Array(4).fill('button'))
  expect(all.map(({ disabled }) => disabled)).toEqual([false, false, false, true])
  expect(all.map((tab) => tab.getAttribute('aria-selected'))).toEqual([
    'true',
    'false',
    'false',
    'false',
  ])
})

test('other keys keep their meaning, and those that move do not scroll the page', () => {
  render(<Example />)
  const tab = screen.getByRole('tab', { name: 'One' })
  expect(fireEvent.keyDown(tab, { key: 'ArrowDown' })).toBe(true)
  expect(screen.getByRole('tab', { selected: true })).toBe(tab)
  expect(fireEvent.keyDown(tab, { key: 'ArrowRight' })).toBe(false)
})

test('an open tab scrolls into view, except the first at the start', () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
  const scrolled = () => scroll.mock.contexts.map((tab) => tab instanceof Node && tab.textContent)
  render(<Example />)
  expect(scrolled()).toEqual([])
  fireEvent.click(screen.getByRole('tab', { name: 'Three' }))
  fireEvent.click(screen.getByRole('tab', { name: 'One' }))
  expect(scrolled()).toEqual(['Three', 'One'])
  cleanup()
  render(<Example first="three" />)
  expect(scrolled()).toEqual(['Three', 'One', 'Three'])
  expect(scroll).toHaveBeenLastCalledWith({ block: 'nearest' })
  scroll.mockRestore()
})

import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Tabs } from '../../src/ui/Tabs.tsx'

const tabs = ['one', 'two', 'three'] as const
const labels = { one: 'One', two: 'Two', three: 'Three' }

function Example() {
  const [active, setActive] = useState<(typeof tabs)[number]>('one')
  return (
    <Tabs
      label="Parts"
      tabs={tabs}
      labels={labels}
      unreachable={['Never']}
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

test('arrows, Home and End move through the tabs, wrap around, and skip disabled tabs', {
  tags: ['A304'],
}, async () => {
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

test('in right-to-left text the left arrow moves forward', { tags: ['A304'] }, async () => {
  render(
    <div style={{ direction: 'rtl' }}>
      <Example />
    </div>,
  )
  await userEvent.setup().tab()
  expect(await tabsAfter('ArrowLeft', 'ArrowRight', 'End')).toEqual(['Two', 'One', 'Three'])
})

test('the Tab key stops only at the open tab', { tags: ['A304'] }, async () => {
  render(<Example />)
  const user = userEvent.setup()
  await user.tab()
  await tabsAfter('End')
  expect(screen.getAllByRole('tab').map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0, 0])
  await user.tab()
  expect(document.activeElement).toBe(document.body)
})

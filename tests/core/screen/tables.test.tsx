import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { RowList } from '../../../src/ui/RowList.tsx'
import { Cell, Table } from '../../../src/ui/Table.tsx'
import { Tabs } from '../../../src/ui/Tabs.tsx'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

function showList(total: number, rows = numbers(total)) {
  const row = (value: number) => `Row ${value}`
  return render(<RowList label="Flags" total={total} rows={rows} rowKey={String} row={row} />)
}

// Searches for roles take a second in so many rows.
const items = () => [...document.querySelectorAll('li')]
const longList = () => expect.poll(() => document.querySelector('[aria-rowcount]')).not.toBeNull()

const columns = [
  { label: 'Name', sorted: 'ascending' },
  { label: 'Mails', isNumber: true },
  { label: 'Actions', isLabelHidden: true },
] as const

function tableOf(total: number) {
  return (
    <Table
      label="Users"
      className="users"
      columns={columns}
      total={total}
      rows={numbers(total)}
      rowKey={String}
      row={(value) => (
        <>
          <Cell part="title">User {value}</Cell>
          <Cell isNumber>{value}</Cell>
          <Cell part="actions" className="buttons">
            Edit
          </Cell>
        </>
      )}
    />
  )
}

describe('tables', () => {
  /* A simulated document has no layout, and a list of rows without height would show them all. */
  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(50)
  })
  afterEach(() => {
    cleanup()
    vi.restoreAllMocks()
  })

  // The first test, because the code stays loaded for those that follow.
  test('a longer list or table shows its first rows until its code has loaded, then the visible ones', async () => {
    const { container, unmount } = render(tableOf(101))
    expect(container.querySelectorAll('[role=row]')).toHaveLength(1 + 100)
    unmount()
    showList(501)
    expect(items()).toHaveLength(500)
    await longList()
    const table = screen.getByRole('table', { name: 'Flags' })
    expect(table.getAttribute('aria-rowcount')).toBe('501')
    expect(within(table).getAllByRole('row').length).toBeLessThan(100)
    expect(within(table).getAllByRole('cell')[3]?.textContent).toBe('Row 3')
  })

  test('a list of up to 500 rows is a list with all of them', () => {
    showList(500)
    const list = screen.getByLabelText('Flags')
    expect(list.localName).toBe('ul')
    expect(items().map(({ textContent }) => textContent)).toEqual(
      numbers(500).map((n) => `Row ${n}`),
    )
  })

  test('a search in a long list keeps its kind, and may find nothing', async () => {
    const { rerender } = showList(501)
    await longList()
    const row = (value: number) => `Row ${value}`
    rerender(<RowList label="Flags" total={501} rows={[7]} rowKey={String} row={row} />)
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('1')
    expect(screen.getByRole('cell').textContent).toBe('Row 7')
    rerender(<RowList label="Flags" total={501} rows={[]} rowKey={String} row={row} />)
    expect(screen.queryByRole('row')).toBeNull()
  })

  test('a table of up to 100 rows has all of them below its column headers', () => {
    render(tableOf(100))
    const table = screen.getByLabelText('Users')
    expect(table.getAttribute('role')).toBe('table')
    const [head, ...rows] = table.querySelectorAll<HTMLElement>('[role=row]')
    expect(head?.textContent).toBe('NameMailsActions')
    expect(rows.map(({ textContent }) => textContent)).toEqual(
      numbers(100).map((value) => `User ${value}${value}Edit`),
    )
    expect(rows.every(({ tabIndex }) => tabIndex === -1)).toBe(true)
    expect(table.classList.contains('users')).toBe(true)
  })

  test('column headers say how the rows are sorted, and a hidden label is still read', () => {
    render(tableOf(1))
    const headers = screen.getAllByRole('columnheader')
    expect(headers.map(({ textContent }) => textContent)).toEqual(['Name', 'Mails', 'Actions'])
    expect(headers.map((header) => header.getAttribute('aria-sort'))).toEqual([
      'ascending',
      null,
      null,
    ])
    expect(headers.map(({ dataset }) => dataset.sorted)).toEqual([
      'ascending',
      undefined,
      undefined,
    ])
    expect(headers.map(({ dataset }) => dataset.number)).toEqual([undefined, 'true', undefined])
    expect(
      headers.map((header) => header.querySelector('.visually-hidden')?.textContent ?? null),
    ).toEqual([null, null, 'Actions'])
  })

  test('cells have their places on a card', () => {
    render(tableOf(1))
    const cells = screen.getAllByRole('cell')
    expect(cells.map(({ dataset }) => dataset.part)).toEqual(['title', undefined, 'actions'])
    expect(cells.map(({ dataset }) => dataset.number)).toEqual([undefined, 'true', undefined])
    expect(cells.map((cell) => cell.className)).toEqual(['', '', 'buttons'])
  })

  test('a longer table counts its head and has its class', async () => {
    render(tableOf(101))
    await longList()
    const table = screen.getByRole('table', { name: 'Users' })
    expect(table.getAttribute('aria-rowcount')).toBe('102')
    expect(table.classList.contains('users')).toBe(true)
    const [head, first] = within(table).getAllByRole('row')
    expect(head?.textContent).toBe('NameMailsActions')
    expect(first?.textContent).toBe('User 00Edit')
    expect(first?.getAttribute('aria-rowindex')).toBe('2')
    expect(first?.classList.contains('table-row')).toBe(true)
  })
})

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

import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { TimeChart } from '../../../src/islands/core/charts/TimeChart.tsx'

afterEach(cleanup)

const weeks = ['2026-03-02', '2026-03-09', '2026-03-16', '2026-03-23']

function renderLine() {
  const { container } = render(
    <TimeChart
      title="Risk by week"
      kind="line"
      step="week"
      times={weeks}
      top={100}
      series={[{ name: 'Risk score', tone: 'accent', values: [null, 12, null, 67] }]}
    />,
  )
  return container
}

test('single values of a chart are read with the arrow keys, in words', {
  tags: ['A740'],
}, () => {
  renderLine()
  const reader = screen.getByRole('slider', { name: 'Risk by week: read single values' })
  expect(reader.getAttribute('aria-valuetext')).toBe('Week of Mar 23, 2026, Risk score: 67')
  // What a browser does for the left arrow key.
  fireEvent.change(reader, { target: { value: '2' } })
  expect(reader.getAttribute('aria-valuetext')).toBe('Week of Mar 16, 2026, Risk score: No data')
  expect(screen.getByRole('figure').textContent).toContain('Week of Mar 16, 2026')
  fireEvent.blur(reader)
  expect(reader.getAttribute('aria-valuetext')).toBe('Week of Mar 23, 2026, Risk score: 67')
})

test('the pointer reads the value that is nearest to it, from left to right in every language', {
  tags: ['A740'],
}, () => {
  const container = renderLine()
  const plot = screen.getByRole('slider').parentElement
  if (plot === null) throw new Error('The slider is outside the plot')
  expect(plot.closest('[dir]')?.getAttribute('dir')).toBe('ltr')
  plot.getBoundingClientRect = () => new DOMRect(100, 0, 300, 100)
  fireEvent.pointerMove(plot, { clientX: 190 })
  expect(container.textContent).toContain('Week of Mar 9, 2026')
  expect(screen.getByRole('listitem').textContent).toBe('Risk score 12')
  fireEvent.pointerLeave(plot)
  expect(screen.getByRole('listitem').textContent).toBe('Risk score 67')
})

test('a chart is also a table, with a word where there is no data', {
  tags: ['A740'],
}, async () => {
  renderLine()
  await userEvent.click(screen.getByRole('button', { name: 'Show as table' }))
  const rows = within(screen.getByRole('table', { name: 'Risk by week' })).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Week ofRisk score',
    'Mar 23, 202667',
    'Mar 16, 2026No data',
    'Mar 9, 202612',
    'Mar 2, 2026No data',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Hide table' }))
  expect(screen.queryByRole('table')).toBeNull()
})

test('series differ without colour: lines in dash and mark, bars in pattern', {
  tags: ['A740'],
}, () => {
  const values = [3, 2, 1, 0]
  const series = (['danger', 'caution', 'neutral'] as const).map((tone) => ({
    name: tone,
    tone,
    values,
  }))
  const chart = (kind: 'line' | 'bars') =>
    render(<TimeChart title={kind} kind={kind} step="day" times={weeks} series={series} />)
      .container
  expect(
    [...chart('line').querySelectorAll('[viewBox] [data-series]')].map((line) =>
      line.getAttribute('data-series'),
    ),
  ).toEqual(['0', '1', '2'])
  const bars = chart('bars')
  const fills = [...bars.querySelectorAll('rect[data-tone]')].map((bar) => bar.getAttribute('fill'))
  // The three days that are not 0, in three series; the first is filled.
  expect(fills).toHaveLength(9)
  expect(new Set(fills).size).toBe(3)
  for (const fill of fills.filter((it) => it !== null)) {
    expect(bars.querySelector(`[id="${fill.slice(5, -1)}"]`)).not.toBeNull()
  }
})

test('a chart without times is nothing', { tags: ['A740'] }, () => {
  const { container } = render(
    <TimeChart title="Empty" kind="bars" step="day" times={[]} series={[]} />,
  )
  expect(container.textContent).toBe('')
})

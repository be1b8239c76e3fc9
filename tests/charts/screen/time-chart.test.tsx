import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { TimeChart } from '../../../src/islands/charts/TimeChart.tsx'

afterEach(cleanup)

const weeks = ['2026-03-02', '2026-03-09', '2026-03-16', '2026-03-23']

function renderLine() {
  const { container } = render(
    <TimeChart
      title="Risk by week"
      step="week"
      times={weeks}
      ticks={[0, 50, 100]}
      line={{ name: 'Risk score', tone: 'accent', values: [null, 12, null, 67] }}
    />,
  )
  return container
}

test('single values of a chart are read with the arrow keys, in words', () => {
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

test('the pointer reads the value that is nearest to it, from left to right in every language', () => {
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

test('a chart is also a table, with a word where there is no data', async () => {
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

test('bars differ without colour, in pattern', () => {
  const values = [3, 2, 1, 0]
  const series = (['danger', 'caution', 'neutral'] as const).map((tone) => ({
    name: tone,
    tone,
    values,
  }))
  const { container: bars } = render(
    <TimeChart title="Mail" step="day" times={weeks} series={series} />,
  )
  const fills = [...bars.querySelectorAll('rect[data-tone]')].map((bar) => bar.getAttribute('fill'))
  // The three days that are not 0, in three series; danger is filled.
  expect(fills).toHaveLength(9)
  expect(new Set(fills).size).toBe(3)
  for (const fill of fills.filter((it) => it !== null)) {
    expect(bars.querySelector(`[id="${fill.slice(5, -1)}"]`)).not.toBeNull()
  }
})

test('the legend says why bars are shaded, where any are', () => {
  const legendOf = (values: readonly (number | null)[]) =>
    render(
      <TimeChart
        title="Threats"
        step="week"
        times={weeks}
        series={[{ name: 'Malicious', tone: 'danger', values }]}
      />,
    ).container.querySelector('ul')?.textContent
  expect(legendOf([null, null, 3, 1])).toBe('Malicious 1Before counting began')
  expect(legendOf([0, 2, 3, 1])).toBe('Malicious 1')
})

test('a pattern means the same whatever stands beside it', () => {
  const heights = (tones: readonly ('danger' | 'caution' | 'safe')[]) => {
    const { container } = render(
      <TimeChart
        title="Threats"
        step="day"
        times={['2026-03-02']}
        series={tones.map((tone) => ({ name: tone, tone, values: [3] }))}
      />,
    )
    return [...container.querySelectorAll('[class*=drawing] rect[data-tone]')].map((bar) => {
      const fill = bar.getAttribute('fill')
      const pattern = fill ? container.querySelector(`[id="${fill.slice(5, -1)}"]`) : null
      return [bar.getAttribute('data-tone'), pattern?.getAttribute('height') ?? null]
    })
  }
  expect(heights(['danger', 'caution', 'safe'])).toEqual([
    ['danger', null],
    ['caution', '4'],
    ['safe', '8'],
  ])
  expect(heights(['safe', 'caution'])).toEqual([
    ['safe', '8'],
    ['caution', '4'],
  ])
  expect(heights(['caution'])).toEqual([['caution', '4']])
})

test('what is much more stands above the bars as a line on a scale of its own', async () => {
  const { container } = render(
    <TimeChart
      title="Mail by day"
      step="day"
      times={weeks}
      series={[{ name: 'Malicious', tone: 'danger', values: [1, 2, 3, 4] }]}
      line={{ name: 'Safe', tone: 'safe', values: [9000, 9100, 9200, 9300] }}
      barsName="Threats"
    />,
  )
  // The tallest bar fills most of its plot, although there is 2,000 times as much safe mail.
  const bars = [...container.querySelectorAll('rect[data-tone="danger"]')]
  const tallest = Math.max(
    ...bars.map((bar) => Number.parseFloat(bar.getAttribute('height') ?? '')),
  )
  expect(tallest).toBeGreaterThan(50)
  expect(container.querySelectorAll('[viewBox] [data-tone="safe"] path[d^="M"]')).not.toHaveLength(
    0,
  )
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe(
    'Mar 23, 2026, Malicious: 4, Safe: 9,300',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Show as table' }))
  expect(screen.getAllByRole('row')[1]?.textContent).toBe('Mar 23, 202649,300')
})

test('a chart without times is nothing', () => {
  const { container } = render(<TimeChart title="Empty" step="day" times={[]} series={[]} />)
  expect(container.textContent).toBe('')
})

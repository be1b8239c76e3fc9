import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Gauge } from '../../../src/ui/Gauge.tsx'

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
  expect(gauge.getAttribute('aria-valuetext')).toBe('64 of 100, Medium Risk')
  expect(gauge.querySelector('strong')?.textContent).toBe('64')
  const [track, fill] = [...gauge.querySelectorAll('path')]
  // The first figure is the length drawn of a path that is 100 long; the gap after it hides the rest.
  expect(fill?.getAttribute('stroke-dasharray')).toBe('64 200')
  expect(fill?.getAttribute('d')).toBe(track?.getAttribute('d'))
})

test('at 0 the gauge is empty', { tags: ['R297'] }, () => {
  expect(renderGauge(0).querySelector('.gauge-fill')).toBeNull()
})

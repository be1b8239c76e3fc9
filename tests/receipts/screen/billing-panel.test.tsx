import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { BillingPanel } from '../../../src/islands/receipts/BillingPanel.tsx'

afterEach(cleanup)

test('the unreachable billing panel shows the scan rate and the revenue', {
  tags: ['R220'],
}, () => {
  const { container } = render(<BillingPanel totalRevenue={4321.5} />)
  expect(container.textContent).toContain('0.10 JOD per email scan')
  expect(screen.getByText('Total revenue').nextElementSibling?.textContent).toBe('4,321.50 JOD')
})

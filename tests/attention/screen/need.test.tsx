import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Need } from '../../../src/islands/attention/Need.tsx'

test('a need that there is not is not shown, and an organization leads to its own page', () => {
  const organizations = [{ id: 'a-1', name: 'Cedar', detail: 'since noon' }]
  const need = { title: '2 are silent', organizations }
  const { rerender } = render(<Need {...need} count={0} />)
  expect(screen.queryByText(need.title)).toBeNull()
  rerender(<Need {...need} count={2} />)
  screen.getByRole('heading', { name: need.title })
  expect(screen.getByRole('link', { name: 'Cedar' }).getAttribute('href')).toContain('a-1')
})

import { render, screen } from '@testing-library/react'
import { parse } from 'valibot'
import { expect, test } from 'vitest'
import { meEndpoint } from '../../../contract/account/me.ts'
import { Account } from '../../../src/islands/dashboard/DashboardLayout.tsx'
import { userExample } from '../../support/worlds/answers.ts'

const user = parse(meEndpoint.output, userExample)

test('the name of the user leads to the account, where the backend has one', () => {
  const { rerender } = render(<Account user={{ ...user, has_own_account: true }} isOpen={false} />)
  const link = screen.getByRole('link', { name: /Rania Khoury/ })
  expect(link.getAttribute('href')).toBe('/dashboard/account')
  rerender(<Account user={user} isOpen={false} />)
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.getByText('Rania Khoury')).toBeDefined()
})

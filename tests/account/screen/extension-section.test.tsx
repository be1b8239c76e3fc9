import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ExtensionSection } from '../../../src/islands/account/ExtensionSection.tsx'
import { keepToken } from '../../../src/lib/core/storage/token.ts'
import { withStubbedServer } from '../../support/server/stubbed-server.ts'

const stub = withStubbedServer()
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('a code stands with the address of the server and as a QR code, for five minutes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  keepToken('token')
  stub.answer({
    'POST /api/account/extension-code': {
      code: 'k7qm-2fzd-8wna',
      expires_at: new Date(Date.now() + 300_000).toISOString(),
    },
    'GET /api/account/sessions': { sessions: [] },
  })
  render(<ExtensionSection />)
  fireEvent.click(screen.getByRole('button', { name: 'Show a code' }))
  await vi.waitFor(() => expect(screen.getByText('k7qm-2fzd-8wna')).toBeDefined())
  expect(screen.getByText(location.origin)).toBeDefined()
  expect(screen.getByRole('img', { name: 'QR code with the address and the code' })).toBeDefined()
  vi.advanceTimersByTime(5 * 60_000 - 1)
  expect(screen.queryByText('k7qm-2fzd-8wna')).not.toBeNull()
  vi.advanceTimersByTime(1)
  await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Show a code' })).toBeDefined())
  expect(screen.queryByText('k7qm-2fzd-8wna')).toBeNull()
  // The sessions, of which the extension is one now.
  expect(stub.made().at(-1)).toEqual(['GET /api/account/sessions'])
})

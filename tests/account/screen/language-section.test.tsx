import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userExample } from '../../support/worlds/answers.ts'

// The module of capabilities remembers for the whole document what it has asked.
beforeEach(() => vi.resetModules())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test.each([
  ['languages', ['', 'en', 'ar']],
  ['totp', []],
])(
  'a backend that offers %s lets a user choose among these languages: %j',
  async (capability, choices) => {
    const { keepToken } = await import('../../../src/lib/core/storage/token.ts')
    const { $capabilities } = await import('../../../src/lib/sign-in/capabilities.ts')
    const { $session } = await import('../../../src/lib/sign-in/session.ts')
    const { LanguageSection } = await import('../../../src/islands/account/LanguageSection.tsx')
    vi.stubGlobal('fetch', async (url: string) =>
      Response.json(url.endsWith('/capabilities') ? { capabilities: [capability] } : userExample),
    )
    keepToken('token')
    const stops = [$capabilities, $session].map((store) => store.listen(() => undefined))
    await expect.poll(() => $capabilities.get()).toEqual(new Set([capability]))
    await expect.poll(() => $session.get().status).toBe('signed-in')
    render(<LanguageSection />)
    const offered = screen.queryAllByRole<HTMLOptionElement>('option').map(({ value }) => value)
    expect(offered).toEqual(choices)
    for (const stop of stops) stop()
  },
)

import { cleanStores } from 'nanostores'
import { afterEach, expect, test, vi } from 'vitest'
import { $capabilities } from '../../src/lib/session/capabilities.ts'
import { $session } from '../../src/lib/session/session.ts'
import { dropToken, keepToken } from '../../src/lib/session/token.ts'

afterEach(() => {
  cleanStores($capabilities, $session)
  vi.unstubAllGlobals()
})

test('a page that is rendered without a window has no session and asks for nothing', () => {
  const fetched = vi.fn(async () => Response.json({}))
  vi.stubGlobal('fetch', fetched)
  keepToken('of the build')
  const stops = [$capabilities, $session].map((store) => store.listen(() => {}))
  expect($session.get()).toEqual({ status: 'signed-out' })
  expect($capabilities.get().size).toBe(0)
  expect(fetched).not.toHaveBeenCalled()
  for (const stop of stops) stop()
  dropToken('of the build')
})

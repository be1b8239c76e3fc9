import { cleanStores } from 'nanostores'
import { afterEach, expect, test } from 'vitest'
import { dropToken, keepToken } from '../../../src/lib/core/storage/token.ts'
import { $capabilities } from '../../../src/lib/sign-in/capabilities.ts'
import { $session } from '../../../src/lib/sign-in/session.ts'
import { withStubbedServer } from '../../support/server/stubbed-server.ts'

const server = withStubbedServer()

afterEach(() => {
  cleanStores($capabilities, $session)
})

test('a page that is rendered without a window has no session and asks for nothing', () => {
  keepToken('of the build')
  const stops = [$capabilities, $session].map((store) => store.listen(() => {}))
  expect($session.get()).toEqual({ status: 'signed-out' })
  expect($capabilities.get().size).toBe(0)
  expect(server.made()).toEqual([])
  for (const stop of stops) stop()
  dropToken('of the build')
})

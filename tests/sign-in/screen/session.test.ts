import { cleanStores } from 'nanostores'
import { afterEach, expect, test, vi } from 'vitest'
import { $token, clearStorage, dropToken, keepToken } from '../../../src/lib/core/storage/token.ts'
import { tokenKey } from '../../../src/lib/core/storage/token-key.ts'
import { $session, acceptPrivacyNotice } from '../../../src/lib/sign-in/session.ts'

vi.mock(import('../../../src/lib/core/storage/token.ts'), { spy: true })

const user = (id: number) => ({ id, full_name: `Person ${id}`, has_consented: false })

afterEach(() => {
  cleanStores($session)
  clearStorage()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

test('when another user signs in meanwhile, the consent does not count for that user', {
  tags: ['R269'],
}, async () => {
  const consent = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.endsWith('/consent')) return consent.promise
    return Response.json(user($token.get() === 'omar' ? 2 : 1))
  })
  const stop = $session.listen(() => undefined)
  keepToken('rania')
  await expect.poll(() => $session.get()).toMatchObject({ user: { id: 1 } })
  const accepted = acceptPrivacyNotice()
  keepToken('omar')
  await expect.poll(() => $session.get()).toMatchObject({ user: { id: 2 } })
  consent.resolve(Response.json({ success: true }))
  await accepted
  expect($session.get()).toMatchObject({ user: { id: 2, has_consented: false } })
  stop()
})

test('a session check that a newer one has overtaken changes nothing', async () => {
  const slow = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) =>
    new Headers(headers).get('authorization') === 'Bearer rania'
      ? slow.promise
      : Response.json(user(2)),
  )
  const stop = $session.listen(() => undefined)
  keepToken('rania')
  keepToken('omar')
  await expect.poll(() => $session.get()).toMatchObject({ user: { id: 2 } })
  slow.resolve(new Response('', { status: 401 }))
  await expect.poll(() => vi.mocked(dropToken).mock.calls).toContainEqual(['rania'])
  expect($session.get()).toMatchObject({ user: { id: 2 } })
  expect(localStorage.getItem(tokenKey)).toBe('omar')
  stop()
})

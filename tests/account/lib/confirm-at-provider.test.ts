import { expect, test, vi } from 'vitest'
import { openProviderWindow } from '../../../src/lib/account/confirm-at-provider.ts'
import { $confirmAtProviderWords } from '../../../src/lib/account/words/confirm-at-provider.words.yaml'
import { breakConnection, refusal, withStubbedServer } from '../../support/server/stubbed-server.ts'

const server = withStubbedServer()
const confirm = 'POST /api/auth/login/single-sign-on/confirm'
const url = 'https://login.clinic.example/auth'

test('the provider opens in a window of its own, which is there before the answer', async () => {
  const opened = { location: { href: '' }, close: vi.fn() }
  const openWindow = vi.fn(() => opened)
  vi.stubGlobal('open', openWindow)
  server.answer({ [confirm]: { url } })
  const opening = openProviderWindow()
  expect(openWindow.mock.calls).toEqual([['about:blank']])
  expect(await opening).toEqual({ status: 'open' })
  expect(opened.location.href).toBe(url)
  expect(opened.close).not.toHaveBeenCalled()
})

test.each([
  ['answers', { url }, { status: 'blocked', url }],
  ['refuses', refusal('No provider'), { status: 'failed', text: 'No provider' }],
])(
  'where the browser opens no window, a server that %s is heard all the same',
  async (_, answer, outcome) => {
    vi.stubGlobal('open', () => null)
    server.answer({ [confirm]: answer })
    expect(await openProviderWindow()).toMatchObject(outcome)
  },
)

test('the window of a provider that does not answer is closed', async () => {
  const opened = { location: { href: '' }, close: vi.fn() }
  vi.stubGlobal('open', () => opened)
  server.answer({ [confirm]: breakConnection })
  const { failed: text } = $confirmAtProviderWords.get()
  expect(await openProviderWindow()).toMatchObject({ status: 'failed', text })
  expect(opened.close).toHaveBeenCalledOnce()
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const url = '/assets/words.ar-XB.json'
const fetched = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  vi.unstubAllGlobals()
  fetched.mockReset()
})

/** Loads the catalogues on a page in this language. */
async function wordsOn(lang: string, catalogue?: string) {
  vi.stubGlobal('document', { documentElement: { lang, dataset: { catalogue } } })
  const { $dialogsWords } = await import('../../../src/lib/core/words/dialogs.words.yaml')
  const { $pickerWords } = await import('../../../src/lib/core/words/picker.words.yaml')
  return { ...$dialogsWords.get(), found: $pickerWords.get().found }
}

test('an English page uses the text in the code and fetches no words', async () => {
  const words = await wordsOn('en')
  expect([words.cancel, words.found(1), words.found(2)]).toEqual([
    'Cancel',
    '1 result',
    '2 results',
  ])
  expect(fetched).not.toHaveBeenCalled()
})

test('a page in another language loads its one catalogue first and falls back to English for missing words', async () => {
  const found = { zero: '{count} z', two: '{count} t', few: '{count} f', other: '{count} o' }
  fetched.mockResolvedValue(Response.json({ dialogs: { cancel: '[Çàñçèļ]' }, picker: { found } }))
  const words = await wordsOn('ar-XB', url)
  expect(fetched.mock.calls).toEqual([[url]])
  expect([words.cancel, words.close]).toEqual(['[Çàñçèļ]', 'Close'])
  // The plural forms of the language.
  expect([0, 2, 3, 100, 1100].map((count) => words.found(count))).toEqual([
    '0 z',
    '2 t',
    '3 f',
    '100 o',
    '1,100 o',
  ])
})

test('without its message file a page is in English', async () => {
  fetched.mockRejectedValue(new TypeError('no network'))
  expect((await wordsOn('ar-XB', url)).cancel).toBe('Cancel')
})

test('a message file that is gone leaves its page in English', async () => {
  fetched.mockResolvedValue(new Response('<h1>Not found</h1>', { status: 404 }))
  expect((await wordsOn('ar-XB', url)).cancel).toBe('Cancel')
})

test('a page in another language opens the screens at their addresses in it', async () => {
  vi.stubGlobal('document', { documentElement: { lang: 'ar-XB', dataset: {} } })
  const { $router } = await import('../../../src/lib/core/navigation/router.ts')
  $router.open('/ar-XB/dashboard/team')
  expect($router.get()?.route).toBe('team')
  $router.open('/dashboard/team')
  expect($router.get()).toBeUndefined()
})

test('a value is shown as it is, whatever the texts of words are written in', async () => {
  const { $usersWords } = await import('../../../src/lib/users/words/users.words.yaml')
  const { removed } = $usersWords.get()
  expect(removed({ name: '$& {email}', email: '{name}' })).toBe(
    'User $& {email} has been permanently removed. A notification email was sent to {name}.',
  )
})

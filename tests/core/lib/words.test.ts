import { globSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { parseWords } from '../../../contract/core/words/parse-words.ts'
import { i18n } from '../../../src/lib/core/i18n/i18n.ts'

describe('parsed words', () => {
  const find = (name: string) =>
    name === 'users' ? 'all:\n  en: "All users"\n  ar: "كل المستخدمين"\n' : undefined

  test("words take another file's text by its name", () => {
    const words = parseWords('people.words.yaml', 'everyone: users.all\n', find)
    expect(words.get('everyone')).toEqual({ en: 'All users', ar: 'كل المستخدمين' })
  })

  test.each(['people.all', 'users.none', 'all users'])(
    'words name no text that is not there: %s',
    (name) => {
      expect(() => parseWords('people.words.yaml', `everyone: ${name}\n`, find)).toThrow(
        `people.words.yaml: everyone has no text by language, and ${name} is none`,
      )
    },
  )
})

describe('words of public pages', () => {
  test('public pages load the words that their islands say, and no others', async () => {
    await import('../../../src/islands/public-page/answer-form.ts')
    await import('../../../src/islands/public-page/estimate.ts')
    await import('../../../src/islands/public-page/try/try-mail.ts')
    // With the first marked field.
    await import('../../../src/lib/core/ui-state/error-words.ts')
    // The catalogue defines all components, so it is looked at last.
    const said = Object.keys(i18n.cache.en ?? {})
    const { componentsOfPublicPages } = await import('../../../build/locales/catalogue.ts')
    expect(componentsOfPublicPages.toSorted()).toEqual(said.toSorted())
  })
})

describe('the name of the product', () => {
  const folder = join(import.meta.dirname, '../../../src/lib')

  afterEach(() => {
    vi.doUnmock('../../../contract/core/product.ts')
    vi.resetModules()
  })

  /** Every text of a catalogue; functions are called with sample values. */
  function textsOf(words: object): string[] {
    return Object.values(words).map((value) =>
      typeof value === 'function' ? String(value({ count: 1 })) : String(value),
    )
  }

  test("every message takes the product's name from one constant", { tags: ['R005'] }, async () => {
    vi.resetModules()
    vi.doMock('../../../contract/core/product.ts', () => ({ productName: 'Zebra' }))
    const texts: string[] = []
    for (const name of globSync('**/*.words.yaml', { cwd: folder })) {
      const module: object = await import(join(folder, name))
      for (const store of Object.values(module)) {
        const words: unknown = typeof store?.get === 'function' ? store.get() : undefined
        if (typeof words === 'object' && words !== null) texts.push(...textsOf(words))
      }
    }
    expect(texts.length).toBeGreaterThan(200)
    expect(texts.filter((text) => text.includes('Aman'))).toEqual([])
    expect(texts).toContain('Contact Zebra')
    expect(texts).toContain('Access is restricted to authorized Zebra owners only.')
  })

  test("a password must not contain the product's name from the constant", {
    tags: ['R005'],
  }, async () => {
    vi.resetModules()
    vi.doMock('../../../contract/core/product.ts', () => ({ productName: 'Zebra' }))
    const { checkPassword } = await import('../../../server/sign-in/passwords/password-rules.ts')
    const { noBreachedPasswords } = await import(
      '../../../server/sign-in/passwords/breached-passwords.ts'
    )
    const owner = {
      username: 'rania.k',
      email: 'rania@firm.example',
      full_name: 'Rania Khoury',
      organization: '',
    }
    await expect(
      checkPassword('quiet-zebra-juggles-7-lanterns', owner, noBreachedPasswords),
    ).rejects.toThrow("password: must not hold the product's name")
  })
})

import { expect, test } from 'vitest'
import { parseWords } from '../../../contract/core/words/parse-words.ts'

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

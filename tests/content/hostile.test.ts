import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { checkContent } from '../../src/content/check.ts'
import { fieldName } from '../../src/content/explain.ts'
import { type ContentFile, contentFiles, textsOf, withText } from '../support/content-files.ts'

const files = await contentFiles()

/** What whoever edits a file reads when every text of it has been changed. */
function complaint(file: ContentFile, change: (place: number) => string): string {
  const edited = textsOf(file).reduce(
    (data, { path }, place) => withText(data, path, change(place)),
    file.data,
  )
  try {
    checkContent(`src/content/${file.name}.yaml`, stringify(edited), file.schema)
  } catch (error) {
    if (error instanceof Error) return error.message
  }
  return 'nothing is wrong'
}

/** What is said of each text, by the name of its field. */
function problems(message: string): Map<string, string> {
  const found = message.matchAll(/^ {2}(\S+) \(line \d+\)\n {4}is wrong: (.*)$/gm)
  return new Map([...found].map(([, field = '', problem = '']) => [field, problem]))
}

test.for(files)('$name.yaml has texts, and each is known by its schema', (file) => {
  expect(textsOf(file).length).toBeGreaterThan(5)
})

test.for(files)(
  'A word of 10 kB is refused in every text of $name.yaml, by file and field',
  (file) => {
    const message = complaint(file, (place) => String(place).padEnd(10_000, 'W'))
    expect(message).toContain(`src/content/${file.name}.yaml needs a correction`)
    const found = problems(message)
    for (const { path } of textsOf(file)) {
      expect(found.get(fieldName(path))).toBe('is 10000 characters long')
    }
  },
)

for (const [what, character, name] of [
  ['a NUL', '\0', 'U+0000'],
  ['an escape', '\u001b', 'U+001B'],
  ['a character that turns text around', '\u202e', 'U+202E'],
  ['half of a character', '\ud83d', 'U+D83D'],
  ['what is no character', '\uffff', 'U+FFFF'],
] as const) {
  test.for(files)(`${what} is refused in every text of $name.yaml, by file and field`, (file) => {
    const found = problems(complaint(file, (place) => `${place}${character}`))
    for (const { path } of textsOf(file)) {
      expect(found.get(fieldName(path))).toBe(`holds a character that nobody sees, ${name}`)
    }
  })
}

test.for(files)(
  'Markup, scripts and other alphabets are text like any other in $name.yaml',
  (file) => {
    for (const words of ['<b>&', '"\'{{', ']]>', '</p>', '\u0623\u0645\u0646\u200f', '\u{1f512}']) {
      expect(complaint(file, (place) => `${place}${words}`)).toBe('nothing is wrong')
    }
  },
)

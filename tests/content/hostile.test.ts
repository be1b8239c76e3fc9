import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { checkContent } from '../../src/content/check.ts'
import { fieldName } from '../../src/content/explain.ts'
import { contentFiles, textsOf, withText } from '../support/worlds/content-files.ts'

const files = (await contentFiles()).map((file) => ({ ...file, texts: textsOf(file) }))

/** The message for an editor after every text of a file has been changed. */
function complaint(file: (typeof files)[number], change: (place: number) => string): string {
  const edited = file.texts.reduce<unknown>(
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

/** The problems with each text, by the name of its field. */
function problems(message: string): Map<string, string> {
  const found = message.matchAll(/^ {2}(\S+) \(line \d+\)\n {4}is wrong: (.*)$/gm)
  return new Map([...found].map(([, field = '', problem = '']) => [field, problem]))
}

const unseen = [
  ['a NUL', '\0', 'U+0000'],
  ['an escape', '\u001b', 'U+001B'],
  ['a character that turns text around', '\u202e', 'U+202E'],
  ['a character that turns a part of a text around', '\u2067', 'U+2067'],
  ['a space of no width', '\u200b', 'U+200B'],
  ['half of a character', '\ud83d', 'U+D83D'],
  ['what is no character', '\uffff', 'U+FFFF'],
] as const

for (const file of files) {
  const { name, texts } = file
  const allAre = (problem: string) =>
    new Map(texts.map(({ path }) => [fieldName(path), problem] as const))

  test(`A word of 10 kB is refused in every text of ${name}.yaml, by file and field`, () => {
    const message = complaint(file, (place) => String(place).padEnd(10_000, 'W'))
    expect(message).toContain(`src/content/${name}.yaml needs a correction`)
    expect(problems(message)).toEqual(allAre('is 10000 characters long'))
  })

  for (const [what, character, code] of unseen) {
    test(`${what} is refused in every text of ${name}.yaml, by file and field`, () => {
      const message = complaint(file, (place) => `${place}${character}`)
      expect(problems(message)).toEqual(allAre(`contains an invisible character, ${code}`))
    })
  }

  test(`Markup, quotes and other alphabets are text like any other in ${name}.yaml`, () => {
    for (const words of ['<b>&', '"\'{{', ']]>', '</p>', '\u0623\u0645\u0646\u200f', '\u{1f512}']) {
      expect(complaint(file, (place) => `${place}${words}`)).toBe('nothing is wrong')
    }
  })
}

test('Every file of the content has texts that are tried', () => {
  expect(files.map(({ texts }) => texts.length > 5)).toEqual(files.map(() => true))
})

import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { checkContent } from '../../src/content/check.ts'
import { faqSchema } from '../../src/content/files.ts'
import { findIndentation } from '../../src/content/rules/punctuation.ts'

const faq = readFileSync('src/content/faq.yaml', 'utf8')

/** The message after an edit of a file that was good. */
function complaint(text: string | undefined): string {
  try {
    checkContent('src/content/faq.yaml', text, faqSchema)
  } catch (error) {
    if (error instanceof Error) return error.message
  }
  return 'nothing is wrong'
}

function replaced(before: string, after: string): string {
  expect(faq).toContain(before)
  return faq.replace(before, after)
}

const question = '"How does Aman know that an email is dangerous?"'
const straight = 'the whole text between two straight quotes: "text"'

describe('A fault of punctuation is told by its own line, in plain words', () => {
  test.each<[string, string, number, string, string]>([
    ['dangerous?"', 'dangerous?', 5, 'has no straight quote at its end', straight],
    ['"How does', 'How does', 5, 'has no quote at its beginning', straight],
    [question, '“How?”', 5, 'has the quote “ of a word processor around it', straight],
    ['"How does', '“How does', 5, 'has the quote “ of a word processor around it', straight],
    ['dangerous?"', 'dangerous?”', 5, 'has no straight quote at its end', straight],
    [question, '„Wie?“', 5, 'has the quote „ of a word processor around it', straight],
    [
      'does Aman know',
      'does "Aman" know',
      5,
      'has a quote inside the text, or words after the last quote',
      'a quote inside a text is written \\"',
    ],
    ['dangerous?"', 'dangerous\\?"', 5, 'has \\? in it', 'a backslash only in \\" and \\n'],
    [
      '  - question: "What',
      '\t- question: "What',
      7,
      'is set in with a tab',
      'spaces, as many as its neighbours have',
    ],
    [
      '    answer: "AI',
      '   answer: "AI',
      6,
      'is set in by 3 spaces, its neighbours by 4',
      '4 spaces before it',
    ],
    [
      '    answer: "AI',
      '     answer: "AI',
      6,
      'is set in by 5 spaces, its neighbours by 4',
      '4 spaces before it',
    ],
    [
      '  - question: "What',
      ' - question: "What',
      7,
      'is set in by 1 space, its neighbours by 2',
      '2 spaces before it',
    ],
    [
      '- question: "What',
      '-question: "What',
      7,
      'has no space after the dash',
      'a dash and a space',
    ],
    [
      '- question: "What',
      '  question: "What',
      7,
      'the name question stands twice in one entry',
      'each name once; the first line of an entry of a list begins with a dash',
    ],
    [
      '    answer: "AI',
      '    question: "Why?"\n    answer: "AI',
      6,
      'the name question stands twice in one entry',
      'each name once',
    ],
    ['answer: "AI', 'answer "AI', 6, 'has no colon after answer', 'answer: "text"'],
    ['answer: "AI', 'answer:"AI', 6, 'has no space after the colon', 'answer: "text"'],
    [question, 'How: does Aman know?', 5, 'has a colon in a text without quotes', straight],
    [question, '*How*', 5, 'begins with *, without quotes', straight],
    [question, '!How', 5, 'begins with !, without quotes', straight],
    ['# ', '<<<<<<< HEAD\n# ', 1, 'holds the mark of two edits that clash', 'one of the two texts'],
  ])('%j as %j', (before, after, line, problem, expected) => {
    const message = complaint(replaced(before, after))
    expect(message).toContain(`punctuation (line ${line})\n    is wrong: ${problem}\n`)
    expect(message).toContain(`expected: ${expected}`)
  })
})

test.each([
  ['is empty', ''],
  ['is empty', '# Only a note\n'],
  ['is missing', undefined],
  ['holds no names of fields', 'hello'],
])('a file that %s says which fields it should hold', (problem, text) => {
  expect(complaint(text)).toBe(`src/content/faq.yaml needs a correction

  the file (line 1)
    is wrong: ${problem}
    expected: the fields questions; take back the last change of the file
`)
})

test('no message has the words of the parser', () => {
  const lines = faq.split('\n')
  for (const index of lines.keys()) {
    for (const edit of [
      (line: string) => line.slice(1),
      (line: string) => ` ${line}`,
      (line: string) => line.slice(0, -1),
      (line: string) => line.replace('"', ''),
      (line: string) => line.replace(':', ''),
      (line: string) => `${line}${line}`,
      (line: string) => `${line}\n${line}`,
    ]) {
      const edited = lines.map((line, place) => (place === index ? edit(line) : line)).join('\n')
      expect(complaint(edited)).not.toMatch(
        /scalar|mapping|implicit|sequence|indicator|token|\bnode\b|cannot be read/i,
      )
    }
  }
})

test('every content file is as its neighbours are', () => {
  for (const file of globSync('src/content/*.yaml')) {
    expect(findIndentation(readFileSync(file, 'utf8').split('\n')), file).toBeUndefined()
  }
})

import { expect, test } from 'vitest'
import { segmentsOf } from '../../../src/lib/core/judged/marks.ts'
import { Random } from '../../../training/random.ts'

/** Marks in brackets with their number, links in braces with where they lead. */
function written(...input: Parameters<typeof segmentsOf>): string {
  const { segments, otherLinks } = segmentsOf(...input)
  const text = segments.map(({ text, marks, endsOfMarks, isLink, target }) => {
    const inLink = isLink === true ? `{${text}}` : text
    const inMark = marks.length === 0 ? inLink : `[${inLink}]`
    return `${inMark}${endsOfMarks.join('')}${target === undefined ? '' : `>${target}`}`
  })
  return [text.join(''), ...otherLinks.map(({ target }) => target)].join(' | ')
}

const bank = { target: 'https://evil.example/', text: 'your bank' }

test('a link says where it leads, after its text', () => {
  expect(written('Open your bank now', [bank], [])).toBe(
    'Open {your bank}>https://evil.example/ now',
  )
})

test('a link whose text is its address says it once', () => {
  const plain = { target: 'https://a.example', text: 'https://a.example' }
  expect(written('See https://a.example', [plain], [])).toBe('See {https://a.example}')
})

test('links with the same text are told apart by their order', () => {
  const links = ['https://a.example/', 'https://b.example/'].map((target) => ({
    target,
    text: 'here',
  }))
  expect(written('here or here', links, [])).toBe(
    '{here}>https://a.example/ or {here}>https://b.example/',
  )
})

test('a link without text, and one that is not shown, are listed apart', () => {
  const links = [{ target: 'https://a.example/', text: '' }, bank]
  expect(written('Hello', links, [])).toBe('Hello | https://a.example/ | https://evil.example/')
})

test('a mark that reaches over a part of a link is cut with it, and numbered once', () => {
  const marked = [{ number: 1, text: 'Open your' }]
  expect(written('Open your bank', [bank], marked)).toBe(
    '[Open ][{your}]1{ bank}>https://evil.example/',
  )
})

test('of links with the same text the one is marked that opens what the reason names', () => {
  const links = ['https://a.example/', 'https://b.example/'].map((target) => ({
    target,
    text: 'here',
  }))
  const marked = [{ number: 1, text: 'here', isLink: true, host: 'b.example' }]
  expect(written('here or here', links, marked)).toBe(
    '{here}>https://a.example/ or [{here}]1>https://b.example/',
  )
})

test('each mark on a piece of the text is numbered, whatever others lie on it', () => {
  const words = 'please confirm your new password today\nor your account  is closed'.split(
    /(?<=\s)(?=\S)/,
  )
  const text = words.join('')
  const random = new Random(7)
  const below = (most: number) => Math.floor(random.next() * most)
  for (let round = 0; round < 300; round += 1) {
    const marked = [1, 2, 3, 4].map((number) => {
      const start = below(words.length)
      const end = start + 1 + below(words.length - start)
      const piece = words.slice(start, end).join('').replace(/\s+/g, ' ').trim()
      return { number, text: piece }
    })
    const { segments } = segmentsOf(text, [], marked)
    expect(segments.map((it) => it.text).join('')).toBe(text)
    expect(segments.flatMap((it) => it.endsOfMarks).toSorted()).toEqual([1, 2, 3, 4])
    for (const { number, text: piece } of marked) {
      const shown = segments.filter(({ marks }) => marks.includes(number)).map((it) => it.text)
      expect(shown.join('').replace(/\s+/g, ' ').trim()).toBe(piece)
    }
  }
})

import { expect, test } from 'vitest'
import { segmentsOf } from '../../../src/lib/public-page/try/segments.ts'

/** Marks in brackets with their number, links in braces with where they lead. */
function written(...input: Parameters<typeof segmentsOf>): string {
  const { segments, otherLinks } = segmentsOf(...input)
  const text = segments.map(({ text, mark, endOfMark, isLink, target }) => {
    const inLink = isLink === true ? `{${text}}` : text
    const inMark = mark === undefined ? inLink : `[${inLink}]`
    return `${inMark}${endOfMark ?? ''}${target === undefined ? '' : `>${target}`}`
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

test('of two marks on the same words the first is shown', () => {
  const marked = [
    { number: 1, text: 'confirm your password' },
    { number: 2, text: 'your password' },
    { number: 3, text: 'now' },
  ]
  expect(written('confirm your password now', [], marked)).toBe('[confirm your password]1 [now]3')
})

import { expect, test } from 'vitest'
import { placesIn, type Sample } from '../../build/figures/place-values.ts'

const sample = (html: string, texts: string[], ...cases: string[]): Sample => ({
  html: `<p>${html}</p>`,
  values: { texts, cases },
})
const first = sample('<b title="4 of 9">4</b><i>9</i>', ['4'], 'low')
const twin = sample('<b title="5 of 9">5</b><i>9</i>', ['5'], 'low')

test('values are found where two renderings differ, and words by their case', () => {
  const other = sample('<b title="8 of 9">8</b>', ['8'], 'high')
  expect(placesIn([first, twin, other], () => false).places).toEqual([
    [1, 'title', '{0} of 9'],
    [1, 0, '{0}'],
    [2, '', { high: null }, 0],
  ])
})

test('of values that are the same at first, the one is taken that is right later', () => {
  const two = (texts: [string, string]) => sample(`<b>${texts[0]}</b><i>${texts[1]}</i>`, texts)
  expect(placesIn([two(['4', '4']), two(['5', '6'])], () => false).places).toEqual([
    [1, 0, '{0}'],
    [2, 0, '{1}'],
  ])
})

test('the first row stands for all, with places of its own, and a text may come at the end of it', () => {
  const rowOf = ([name, at]: [string, string]) =>
    `<li><u>${name}</u>${at === '' ? 'never' : `<b>${at}</b>`}</li>`
  const list = (...rows: [name: string, at: string][]): Sample => ({
    html: `<div><ol>${rows.map(rowOf).join('')}</ol><i>${rows.length}</i></div>`,
    values: {
      texts: [`${rows.length}`],
      cases: [],
      rows: [rows.map(([name, at]) => ({ texts: [name, at], cases: [at && 'at'] }))],
    },
  })
  const samples = [list(['x', '7'], ['y', '8'], ['z', '']), list(['v', '6'])]
  const { html, places } = placesIn(samples, (_, { tag }) => tag === 'ol')
  expect(html).toBe('<div><ol><li><u></u><b></b></li></ol><i></i></div>')
  expect(places).toEqual([
    [5, 0, '{0}'],
    [
      2,
      [
        [1, 0, '{0}'],
        [2, 0, '{1}'],
        [0, 2, { '': 'never' }, 0],
        [2, '', { '': null }, 0],
      ],
      0,
    ],
  ])
  const silent = samples.map((it) => ({ ...it, values: { ...it.values, rows: [] } }))
  expect(() => placesIn(silent, (_, { tag }) => tag === 'ol')).toThrow(/each of its rows/)
})

test.each<[string, Sample[]]>([
  [
    'a value that is not among the texts',
    [sample('<b title="6 of 8">6</b><i>9</i>', ['6'], 'low')],
  ],
  [
    'a part that the first one lacks',
    [sample('<b title="6 of 9">6</b><i>9</i><u>1</u>', ['6'], 'high')],
  ],
  ['two cases at once', [sample('<b title="4 of 9">4</b><i>9</i>', ['4'], 'high', 'late')]],
  [
    'words that depend on two cases',
    [
      sample('<b title="4 of 9">4</b><i>8</i>', ['4'], 'high', ''),
      sample('<b title="4 of 9">4</b><i>7</i>', ['4'], 'low', 'late'),
    ],
  ],
])('the build fails at %s', (_, more) => {
  const withCases = ({ html, values }: Sample): Sample => ({
    html,
    values: { ...values, cases: [values.cases[0] ?? '', values.cases[1] ?? ''] },
  })
  expect(() => placesIn([first, twin, ...more].map(withCases), () => false)).toThrow(
    /cannot be placed|lacks|at once|depends on two/,
  )
})

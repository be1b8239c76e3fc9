import { expect, test } from 'vitest'
import { learnPlaces, type Sample } from '../../build/figures/learn-places.ts'

const sample = (html: string, texts: string[], ...cases: string[]): Sample => ({
  html: `<p>${html}</p>`,
  values: { texts, cases },
})
const samples = [
  sample('<b title="4 of 9">4</b><i>few</i>', ['4', '4'], 'low', ''),
  sample('<b title="5 of 9">9</b><i>few</i>', ['5', '9'], 'low', ''),
  sample('<b title="7 of 9">7</b><i>no</i><u>7</u>', ['7', '7'], 'high', ''),
  sample('<b title="1 of 9">8</b><i>no</i><u>1</u>', ['1', '8'], 'high', ''),
]
const places = [
  [1, 'title', '{0} of 9'],
  [1, 0, '{1}'],
  [2, 0, { low: 'few' }, 0],
  [3, 0, '{0}'],
  [3, '', { low: null }, 0],
]

test('places have the values that are right for all samples, words and parts by their case', () => {
  expect(learnPlaces(samples, () => false)).toEqual({
    html: '<p><b>-</b><i>no</i><u>-</u></p>',
    places,
  })
  const rows = samples.map(({ values }) => values)
  const list = `<ul><li>-</li>${samples.map(({ html }) => html).join('')}</ul>`
  const listed = { html: list, values: { texts: [], cases: [], rows: [rows] } }
  const isRow = ({ tagName }: { tagName: string }) => tagName === 'p'
  expect(learnPlaces([listed], isRow).places).toEqual([[2, places, 0]])
  const short = { ...listed, values: { ...listed.values, rows: [rows.slice(1)] } }
  expect(() => learnPlaces([short], isRow)).toThrow('each of its rows')
  const long = { ...listed, values: { ...listed.values, rows: [[...rows, ...rows]] } }
  expect(() => learnPlaces([long], isRow)).toThrow('each row')
})

test.each([
  [
    'a value that is not among the texts',
    sample('<b title="6 of 8">6</b><i>few</i>', ['6', '6'], 'low', ''),
  ],
  [
    'words that depend on two cases',
    sample('<b title="6 of 9">6</b><i>late</i>', ['6', '6'], 'low', 'late'),
  ],
])('the build fails at %s', (_, more) => {
  expect(() => learnPlaces([...samples, more], () => false)).toThrow('cannot be placed')
})

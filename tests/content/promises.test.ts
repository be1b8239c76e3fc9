import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findUnknownFigure } from '../../src/content/rules/promises.ts'
import { contentFiles, textsOf, withText } from '../support/worlds/content-files.ts'

test.each([
  '99 %',
  '99%',
  '97.5%',
  '0.1%',
  '\n90 days',
  '90-day',
  'ninety days',
  '3 s',
  '3s',
  'three seconds',
  '3 hours',
  '2 minutes',
  '30 weeks',
  'Day 60',
  '12/7',
  '98 per cent',
  '0.12 JOD',
  '0.12 JD',
  'JOD 0.12',
  '1.00 JOD',
  '1,234.50 JOD',
  '0.2 dinars',
  '12 piastres',
  '120 fils',
  '0.12 دينار',
])('the content check finds the figure %j, which was never promised', (figure) => {
  expect(findUnknownFigure(`In ${figure}, always.`)?.trim()).toBe(figure.trim())
})

test.each([
  '97%',
  '97 %',
  '0.01%',
  '2s',
  '2 s',
  'two seconds',
  '24/7',
  '30 days',
  'thirty days',
  'Day 30',
  '2 hours',
  'Seven days, twenty-four hours each',
  'one message in ten thousand, and 5 questions',
  'section 2 shows',
  '0.10 JOD',
  '0.1 JOD',
  'JOD 0.10',
  '100 fils',
  'ten piastres',
  '0.10 د.أ',
  'عشرة قروش',
])('%j is as it was promised, or no promise', (words) => {
  expect(findUnknownFigure(`In ${words}.`)).toBeUndefined()
})

test('a wrong figure in our own words stops the build, whichever text of the content it is in', async () => {
  const refused: string[] = []
  for (const file of await contentFiles()) {
    for (const { path, longest } of textsOf(file)) {
      const wrong = withText(file.data, path, longest >= 7 ? '90 days' : '99%')
      const result = file.schema.safeParse(wrong, { reportInput: true })
      if (!result.success) refused.push(path.join('.'))
      // Made-up messages say what they like.
      else expect(path.join('.')).toMatch(/^(?:threats\..+\.sample|samples\..+\.(?:subject|text))$/)
    }
  }
  expect(refused).toContain('hero.lead')
  expect(refused).toContain('figures.0.value')
  expect(refused).toContain('questions.0.answer')
})

test('the promises of the specification are all said, and on the page that states them', () => {
  const landing = readFileSync('src/content/landing.yaml', 'utf8')
  for (const promise of ['97%', '0.01%', '2 s', '2s', '24/7', '30 days', 'under 2 hours']) {
    expect(landing).toContain(promise)
  }
})

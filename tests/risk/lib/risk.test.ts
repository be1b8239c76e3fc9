import { describe, expect, test } from 'vitest'
import { bandOf, gaugeScore, roundedScore } from '../../../src/lib/risk/risk.ts'

describe('the band of a risk score', () => {
  test.each([0, 29.9, -5])('%s is low', { tags: ['R294'] }, (score) => {
    expect(bandOf(score)).toBe('low')
  })

  test.each([30, 69.6, 69.9])(
    '%s is medium, however it is rounded',
    { tags: ['R295'] },
    (score) => {
      expect(bandOf(score)).toBe('medium')
    },
  )

  test.each([70, 100, 140])('%s is high', { tags: ['R296'] }, (score) => {
    expect(bandOf(score)).toBe('high')
  })
})

test.each([
  [-5, 0],
  [140, 100],
  [69.6, 70],
  [64.4, 64],
])('the gauge shows %s as %s', { tags: ['R297'] }, (score, shown) => {
  expect(gaugeScore(score)).toBe(shown)
})

test.each([
  [-5.4, -5],
  [64.4, 64],
])('a list or a counter shows %s as %s', (score, shown) => {
  expect(roundedScore(score)).toBe(shown)
})

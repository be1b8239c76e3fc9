import { describe, expect, test } from 'vitest'
import { bandOf, gaugeScore, roundedScore } from '../../src/lib/screens/risk.ts'

describe('the band of a risk score', () => {
  test.each([0, 29.9, -5])('R294 %s is low', (score) => {
    expect(bandOf(score)).toBe('low')
  })

  test.each([30, 69.6, 69.9])('R295 %s is medium, however it is rounded', (score) => {
    expect(bandOf(score)).toBe('medium')
  })

  test.each([70, 100, 140])('R296 %s is high', (score) => {
    expect(bandOf(score)).toBe('high')
  })
})

test.each([
  [-5, 0],
  [140, 100],
  [69.6, 70],
  [64.4, 64],
])('R297 the gauge shows %s as %s', (score, shown) => {
  expect(gaugeScore(score)).toBe(shown)
})

test.each([
  [-5.4, -5],
  [140.2, 140],
  [69.6, 70],
  [64.4, 64],
])('A200 a list or a counter shows %s as %s', (score, shown) => {
  expect(roundedScore(score)).toBe(shown)
})

import { expect, test } from 'vitest'
import {
  firstAmounts,
  largestAmounts,
  mailboxSteps,
  mailSteps,
  writeEstimate,
} from '../../../src/lib/public-page/estimate.ts'

test.each([
  [
    { mailboxes: 1, mails: 1 },
    { emails: '30', cost: 'JOD 3.00' },
  ],
  [
    { mailboxes: 10, mails: 20 },
    { emails: '6,000', cost: 'JOD 600.00' },
  ],
  [
    { mailboxes: 250, mails: 150 },
    { emails: '1,125,000', cost: 'JOD 112,500.00' },
  ],
])('%o make %o in a month of thirty days', (amounts, estimate) => {
  expect(writeEstimate(amounts, { locale: 'en', money: 'JOD {amount}', price: 0.1 })).toEqual(
    estimate,
  )
})

test('numbers are written as the language of the page writes them', () => {
  const german = { locale: 'de', money: '{amount} JOD', price: 0.1 }
  expect(writeEstimate({ mailboxes: 50, mails: 40 }, german)).toEqual({
    emails: '60.000',
    cost: '6.000,00 JOD',
  })
})

test('the estimator begins with amounts that can be chosen without JavaScript', () => {
  expect(mailboxSteps).toContain(firstAmounts.mailboxes)
  expect(mailSteps).toContain(firstAmounts.mails)
  expect(Math.max(...mailboxSteps)).toBeLessThanOrEqual(largestAmounts.mailboxes)
  expect(Math.max(...mailSteps)).toBeLessThanOrEqual(largestAmounts.mails)
})

import { expect, test } from 'vitest'
import { commonHeaders, transportSecurity } from '../../hosting/headers.ts'
import { gradePage, highestScore } from '../support/browser/observatory.ts'

const lowerCase = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

const good: Record<string, string> = {
  ...lowerCase({ ...commonHeaders, ...transportSecurity }),
  'content-security-policy': "default-src 'none'; script-src 'self'; frame-ancestors 'none'",
}

test('the headers of every answer are worth the most that the rules allow', () => {
  expect(gradePage(good, '')).toMatchObject({ grade: 'A+', score: highestScore })
})

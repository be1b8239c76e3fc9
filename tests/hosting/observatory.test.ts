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

test.each([
  ['content-security-policy', "default-src 'self'; frame-ancestors 'none'", 125],
  ['content-security-policy', "default-src 'none'; script-src 'unsafe-inline'", 80],
  ['content-security-policy', "default-src 'none'; script-src 'self' 'unsafe-eval'", 105],
  ['content-security-policy', "default-src 'none'; style-src 'unsafe-inline'", 115],
  ['content-security-policy', "default-src 'none'; connect-src http://api.example", 80],
  ['content-security-policy', '', 75],
  ['strict-transport-security', 'max-age=86400', 120],
  ['strict-transport-security', undefined, 80],
  ['referrer-policy', 'unsafe-url', 120],
  ['x-content-type-options', undefined, 125],
  ['cross-origin-resource-policy', 'cross-origin', 120],
  ['access-control-allow-origin', '*', 50],
  ['set-cookie', 'session=1', 60],
])('%s: %s brings a page to %i', (name, value, score) => {
  const { [name]: _, ...others } = good
  const headers = value === undefined ? others : { ...others, [name]: value }
  expect(gradePage(headers, '').score).toBe(score)
})

test('a script of another host without a checksum costs points', () => {
  expect(gradePage(good, '<script src="https://cdn.example/a.js"></script>').score).toBe(125)
})

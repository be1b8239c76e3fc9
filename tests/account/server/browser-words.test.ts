import { expect, test } from 'vitest'
import { browserWords } from '../../../server/http/forwarded.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const mobile = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/137.0.0.0 Safari/537.36 Edg/137.0.0.0`,
    'Edge on Windows',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/137.0.0.0 Safari/537.36 OPR/120.0.0.0`,
    'Opera on Windows',
  ],
  [
    'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Firefox on Linux',
  ],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/137.0.0.0 Safari/537.36`,
    'Chrome on ChromeOS',
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${mobile} Version/18.4 Safari/605.1.15`,
    'Safari on macOS',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) ${mobile} CriOS/137.0.7151.51 Mobile/15E148 Safari/604.1`,
    'Chrome on iOS',
  ],
  [
    `Mozilla/5.0 (iPad; CPU OS 18_4 like Mac OS X) ${mobile} FxiOS/139.0 Mobile/15E148 Safari/605.1.15`,
    'Firefox on iOS',
  ],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/137.0.0.0 Mobile Safari/537.36 EdgA/136.0.0.0`,
    'Edge on Android',
  ],
  ['curl/8.5.0', 'curl on '],
  ['Call +962 6 555 0100 at once', ' on '],
  ['Mozilla/5.0', ' on '],
  [undefined, ' on '],
  [`${'x'.repeat(400_000)}Firefox/1`, ' on '],
])('%s', (userAgent, words) => {
  const { browser, system } = browserWords(userAgent)
  expect(`${browser} on ${system}`).toBe(words)
})

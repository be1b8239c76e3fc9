import { expect, test } from 'vitest'
import { beginTotpEndpoint } from '../../../contract/sign-in/add-totp.ts'
import { createTestServer } from '../../support/server/server.ts'
import {
  addApp,
  codeOf,
  makeEnrollable,
  openBrowser,
  password,
} from '../../support/worlds/factors.ts'

function inDigits(zero: string, code: string): string {
  const first = zero.codePointAt(0) ?? 0
  return code.replaceAll(/\d/g, (digit) => String.fromCodePoint(first + Number(digit)))
}

test.each(['٠', '०'])('a code in the digits after %s adds an app and signs in', async (zero) => {
  await using server = await createTestServer()
  const { user, token } = await makeEnrollable(server)
  const body = { current_password: password }
  const begun = await server.post('/api/account/factors/totp/begin', { token, body })
  const { registration, secret } = begun.output(beginTotpEndpoint)
  const code = inDigits(zero, codeOf(server, secret))
  const added = await server.post('/api/account/factors/totp', {
    token,
    body: { registration, code, name: 'Phone' },
  })
  expect(added.status).toBe(200)
  server.clock.pass(30_000)
  const browser = openBrowser(server)
  const challenge = await browser.begin(user)
  const entered = `\u200f${inDigits(zero, codeOf(server, secret))}\u200e `
  expect((await browser.enterCode(challenge, entered)).status).toBe(200)
})

test('a recovery code works with the dashes and widths of a word processor', async () => {
  await using server = await createTestServer()
  const enrolled = await makeEnrollable(server)
  const { recovery_codes } = await addApp(server, enrolled)
  const [first = '', second = ''] = recovery_codes
  const browser = openBrowser(server)
  const typed = [first.replaceAll('-', '–'), inDigits('٠', second.toUpperCase())]
  for (const code of typed) {
    expect((await browser.enterCode(await browser.begin(enrolled.user), code)).status).toBe(200)
  }
})

import { expect, test } from 'vitest'
import { createTestServer } from '../../support/server/server.ts'
import { addApp, codeOf, makeEnrollable, openBrowser } from '../../support/worlds/factors.ts'

test('of 10,000 guesses in a row ten are checked, and then not even the right code', {
  timeout: 300_000,
}, async () => {
  await using server = await createTestServer()
  const enrolled = await makeEnrollable(server)
  const { secret } = await addApp(server, enrolled)
  const guesser = openBrowser(server)
  const challenge = await guesser.begin(enrolled.user)
  const right = codeOf(server, secret)
  const checked: number[] = []
  for (let guess = 0; guess < 10_000; guess += 1) {
    const { code } = await guesser.enterCode(challenge, `9${String(guess).padStart(5, '0')}`)
    if (code === 'wrong_code') checked.push(guess)
    else expect(code).toBe('too_many_codes')
  }
  expect(checked).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  const locked = await guesser.enterCode(challenge, right)
  expect(locked.status).toBe(429)
  expect(locked.headers.get('retry-after')).toBe(String(15 * 60))
})

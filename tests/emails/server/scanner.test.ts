import { afterAll, expect, test } from 'vitest'
import { scanMail } from '../../../server/emails/checks/scanner.ts'
import { harmless, startRspamdStandIn } from '../../support/mail/rspamd-stand-in.ts'

const rspamd = await startRspamdStandIn()
afterAll(() => rspamd[Symbol.asyncDispose]())
const mail = new TextEncoder().encode('From: a@b.example\r\n\r\nx')
const log = () => undefined

test.each([
  ['says nothing', () => undefined],
  ['begins an answer and stops', (response) => response.write('{"action":')],
] satisfies [string, (response: import('node:http').ServerResponse) => unknown][])(
  'an rspamd that %s is given up after a time',
  async (_, answer) => {
    rspamd.answer = (response) => void answer(response)
    const settings = { symbols_disabled: [] }
    await expect(scanMail({ url: rspamd.url, log }, mail, settings, 300)).rejects.toMatchObject({
      error: { code: 'filter_unavailable' },
    })
  },
)

test('settings with any character reach rspamd as they are', async () => {
  rspamd.answer = harmless
  const names = ['EXPORT_METADATA_"\\\r\nRcpt: x', 'EXPORT_METADATA_é😀']
  await scanMail({ url: rspamd.url, log }, mail, { symbols_disabled: names })
  expect(rspamd.scans.at(-1)?.disabled).toEqual(names)
  expect(rspamd.scans.at(-1)?.headers).not.toHaveProperty('rcpt')
})

import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { revokeGatewayKey } from '../../../server/gateways/keys/gateway-keys.ts'
import { findBrowser } from '../../../tools/scripts/find-browser.ts'
import { findFirefox } from '../../../tools/scripts/find-firefox.ts'
import { type Account, startAccount } from '../../support/extension/account.ts'
import {
  buildExtension,
  programWithPolicy,
  startExtension,
  switchOnFor,
  toolbar,
} from '../../support/extension/extension.ts'
import { findLine } from '../../support/extension/line.ts'
import { honest } from '../../support/extension/mails.ts'
import { startWebmailPage } from '../../support/extension/webmail-page.ts'
import { startFirefox } from '../../support/firefox/bidi.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { makeDomain, makeUser } from '../../support/worlds/factories.ts'
import { makeGatewayKey } from '../../support/worlds/mail-factories.ts'

/*
 * npm run test:extension: browsers of Debian whose policies join them to an organization. No one types a
 * code or signs in.
 */

/** Bears the name of a colleague, whom only the organization knows. */
const mail = honest
  .replace(/^From: .*$/m, 'From: Omar Haddad <o.haddad.office@gmail.com>')
  .replace(/^To: .*$/m, 'To: Rania Khoury <rania@cedar.example>')
  .replace(
    /Dear Salma.*/s,
    'I need you to make a transfer for me today. Send me your number.\n\nOmar\n',
  )

const joined =
  'Your administrator has joined this browser to Cedar Clinic: Aman judges with what it knows.'

async function makePolicy({ place, url, user }: Account) {
  await makeDomain(place, user.organizationId, 'cedar.example')
  await makeUser(place, { organizationId: user.organizationId, full_name: 'Omar Haddad' })
  return { server: url, key: await makeGatewayKey(place, user.organizationId, 'join') }
}

const keysOf = ({ place }: Account) =>
  place.database.selectFrom('gateway_keys').select(['id', 'last_used_at']).execute()

test('a policy joins Chromium to its organization, until the key is revoked', async () => {
  const chromium = process.env.CHROMIUM_PATH ?? (await findBrowser())
  if (chromium === undefined) throw new Error('Chromium is missing')
  await using account = await startAccount()
  await using webmail = await startWebmailPage({ 1: { raw: mail } })
  await using extension = await startExtension(chromium, {
    policy: await makePolicy(account),
  })
  const page = await extension.context.newPage()
  await page.goto(extension.address('options.html'))
  await expect(page.getByText(joined)).toBeVisible()
  await switchOnFor(extension, [{ origin: webmail.origin, program: 'roundcube' }])
  await page.goto(webmail.address(1))
  // A browser acts for no one.
  await expect.poll(async () => (await findLine(page))?.text).toBe('Aman: Suspicious\nWhy?')
  await (await findLine(page))?.press('Why?')
  const opened = (await findLine(page))?.text
  expect(opened).toContain('Omar Haddad')
  expect(opened).toContain('with what Cedar Clinic knows. Nothing of it was sent or kept.')
  expect(opened).not.toContain('does not know your colleagues')
  const [key] = await keysOf(account)
  expect(key?.last_used_at).toMatch(/^20/)

  await revokeGatewayKey(account.place, account.user.organizationId, key?.id ?? '')
  await extension.worker.evaluate(async () => {
    const { knowledge } = await chrome.storage.local.get('knowledge')
    await chrome.storage.local.set({ knowledge: { ...Object(knowledge), at: 0 } })
  })
  await page.reload()
  const kept = () => extension.worker.evaluate(() => chrome.storage.local.get('knowledge'))
  await expect.poll(kept).toEqual({})
  await page.reload()
  await expect.poll(async () => (await toolbar(extension)).badge).toBe('✓')
  await page.goto(extension.address('options.html'))
  await expect(page.getByText('joins this browser no longer')).toBeVisible()
})

test('a policy joins Firefox to its organization', async () => {
  const program = await findFirefox()
  if (program === undefined) throw new Error('Firefox is missing')
  await using account = await startAccount()
  await using webmail = await startWebmailPage({ 1: { raw: mail } })
  await using folder = await temporaryFolder()
  await using profile = await temporaryFolder()
  await buildExtension(folder.path, 'firefox')
  const unpacked = join(folder.path, 'firefox')
  const policy = await makePolicy(account)
  await using firefox = await startFirefox({
    program: await programWithPolicy('firefox', program, { folder: folder.path, unpacked, policy }),
    profile: profile.path,
    extension: unpacked,
    extensionId: 'extension@aman.example',
  })
  await firefox.open(firefox.address('options.html'))
  await expect.poll(() => firefox.read('document.body.innerText')).toContain(joined)
  await firefox.write("document.querySelector('[name=address]')", webmail.origin)
  await firefox.press(
    "[...document.querySelectorAll('button')].find(({ innerText }) => innerText === 'Switch on')",
  )
  await expect
    .poll(() => firefox.read("document.querySelector('[role=status]').innerText"))
    .toContain('127.0.0.1')
  await firefox.open(webmail.address(1))
  await expect.poll(() => firefox.line()).toBe('Aman: Suspicious\nWhy?')
  await firefox.pressInLine('Why?')
  await expect.poll(() => firefox.line()).toContain('Omar Haddad')
})

import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect, createServer as createRelay, type Socket } from 'node:net'
import type { Page } from '@playwright/test'
import { anonymizeUser } from '../../../server/users/removed-users.ts'
import { findViolations } from '../../support/browser/axe.ts'
import { expect } from '../../support/browser/browser.ts'
import { type Account, joinIn, makeAccount } from '../../support/extension/account.ts'
import { test as base, openPopup, switchOnFor, toolbar } from '../../support/extension/extension.ts'
import { findLine } from '../../support/extension/line.ts'
import { honest, phishing } from '../../support/extension/mails.ts'
import { startWebmailPage, type WebmailPage } from '../../support/extension/webmail-page.ts'
import { serverUnderTest } from '../../support/server/server-under-test.ts'
import { makeDomain, makeUser } from '../../support/worlds/factories.ts'
import { makeFlag } from '../../support/worlds/mail-factories.ts'

/** A user of the server that all journeys use. */
const test = base.extend<{ account: Account }>({
  account: async ({ place }, use) => use(await makeAccount({ url: serverUnderTest.url, place })),
})

// A shell of Chromium has no extensions.
const tag = ['@window']

const at = ({ origin }: WebmailPage) => [{ origin, program: 'roundcube' }]
const textOfLine = async (page: Page) => (await findLine(page))?.text ?? ''
const press = async (page: Page, name: string) => (await findLine(page))?.press(name)
const sender = 'alerts@paypa1-secure.example'
const said = (page: Page) => page.getByRole('status')

async function joinAccount(page: Page, extension: Parameters<typeof joinIn>[1], account: Account) {
  await joinIn(page, extension, { url: account.url, code: await account.makeCode() })
  await expect(said(page)).toContainText('Joined to the account of Rania Khoury')
}

test('a joined extension blocks, trusts and reports with one action each, and Aman shows it', {
  tag,
}, async ({ page, extension, account, console }) => {
  // The flag of the other colour is found, and replaced.
  console.expect(/409 POST \/api\/flags\/add/)
  await using webmail = await startWebmailPage({ 1: { raw: phishing }, 2: { raw: honest } })
  await switchOnFor(extension, at(webmail))
  await joinAccount(page, extension, account)
  expect(await findViolations(page)).toEqual([])
  await expect(page.getByText('Nothing of its text is sent.')).toBeVisible()

  await page.goto(webmail.address(1))
  await expect.poll(() => textOfLine(page)).toBe('Aman: Suspicious\nWhy?\nBlock\nTrust\nReport')
  await press(page, 'Report')
  await expect.poll(() => textOfLine(page)).toContain('You have reported this email as dangerous.')
  expect(await account.reports()).toEqual(['dangerous'])
  await press(page, 'Trust')
  await expect.poll(() => textOfLine(page)).toContain(`You trust ${sender} from now on.`)
  expect(await account.flags()).toEqual([`green ${sender}`])
  // An address can be forged, so trust makes no verdict milder.
  await page.reload()
  await expect.poll(() => textOfLine(page)).toBe('Aman: Suspicious\nWhy?\nBlock\nReport')
  await press(page, 'Block')
  await expect.poll(() => textOfLine(page)).toContain(`You block ${sender} from now on.`)
  expect(await account.flags()).toEqual([`red ${sender}`])
  await page.reload()
  await expect.poll(() => textOfLine(page)).toContain(`Aman: Dangerous: You block ${sender}`)
  expect((await findLine(page))?.level).toBe('malicious')
  expect((await toolbar(extension)).badge).toBe('✕')
  await press(page, 'Why?')
  expect(await textOfLine(page)).toContain('Only its Message-ID and its sender were sent')

  // The window does the same.
  await page.goto(webmail.address(2))
  await expect.poll(async () => (await toolbar(extension)).badge).toBe('✓')
  const popup = await openPopup(extension, page)
  await expect.poll(popup.text).toContain('Block')
  expect(await popup.violations()).toEqual([])
  await popup.press('Block')
  await expect.poll(popup.text).toContain('You block layla@cedar-supplies.example from now on.')
  expect((await account.flags()).toSorted()).toEqual([
    `red ${sender}`,
    'red layla@cedar-supplies.example',
  ])
})

test('a colleague is known by name from the first mail on, though no name is told', {
  tag,
}, async ({ page, extension, account }) => {
  const { place, user } = account
  await makeDomain(place, user.organizationId, 'cedar.example')
  await makeUser(place, { organizationId: user.organizationId, full_name: 'Omar Haddad' })
  const raw = honest
    .replace(/^From: .*$/m, 'From: Omar Haddad <o.haddad.office@gmail.com>')
    .replace(/^To: .*$/m, 'To: Rania Khoury <rania@cedar.example>')
    .replace(
      /Dear Salma.*/s,
      'I need you to make a transfer for me today. Send me your number.\n\nOmar\n',
    )
  await using webmail = await startWebmailPage({ 1: { raw } })
  await switchOnFor(extension, at(webmail))
  await joinAccount(page, extension, account)
  await page.goto(webmail.address(1))
  await expect.poll(() => textOfLine(page)).toContain('Why?')
  await press(page, 'Why?')
  expect(await textOfLine(page)).toContain('Omar Haddad')
})

test('a page can press no button of the line, and feed the extension no mail', { tag }, async ({
  page,
  extension,
  account,
}) => {
  const mail = { sender: 'boss@firm.example', messageId: '<x@page.example>', level: 'safe' }
  const beside = `<script>
  for (const act of ['block', 'trust', 'report']) {
    const message = { kind: 'act', act, mail: ${JSON.stringify(mail)} }
    postMessage(message, '*')
    try { chrome.runtime.sendMessage(message) } catch {}
    document.dispatchEvent(new CustomEvent('act', { detail: message }))
  }
</script>`
  await using webmail = await startWebmailPage({ 1: { raw: phishing, beside } })
  await switchOnFor(extension, at(webmail))
  await joinAccount(page, extension, account)
  await page.goto(webmail.address(1))
  await expect.poll(() => textOfLine(page)).toContain('Block')
  for (const name of ['Block', 'Trust', 'Report']) {
    const line = await findLine(page)
    await line?.clickByScript(name)
    const place = await line?.place(name)
    await page.evaluate(({ x, y }) => {
      const host = document.querySelector('#message-content')?.previousElementSibling
      for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']) {
        const event = () =>
          new MouseEvent(type, { bubbles: true, composed: true, clientX: x, clientY: y })
        document.elementFromPoint(x, y)?.dispatchEvent(event())
        host?.dispatchEvent(event())
      }
    }, place ?? { x: 0, y: 0 })
  }
  // A real one, in whose moment the page names another mail.
  await page.evaluate(() => {
    const address = location.href
    const name = (uid: string) => history.replaceState(null, '', address.replace('_uid=1', uid))
    addEventListener('mousedown', () => name('_uid=2'), { capture: true, once: true })
  })
  await press(page, 'Block')
  await page.evaluate(() =>
    history.replaceState(null, '', location.href.replace('_uid=2', '_uid=1')),
  )
  // A script that a page has taken over reads no token.
  const read = await extension.worker.evaluate(async () => {
    const [tab] = await chrome.tabs.query({ active: true, currentWindow: true })
    const [answer] = await Reflect.get(
      chrome.scripting,
      'executeScript',
    )({
      target: { tabId: tab?.id },
      func: () => chrome.storage.local.get().catch(() => 'refused'),
    })
    return answer?.result
  })
  expect(read).toBe('refused')
  // One after which those before it would have been done.
  await press(page, 'Report')
  await expect.poll(() => textOfLine(page)).toContain('You have reported this email')
  expect(await account.flags()).toEqual([])
  expect(await account.reports()).toEqual(['dangerous'])
})

test('a report made without a network is sent when it is back, once, and not kept beside too many others', {
  tag,
}, async ({ page, extension, account }) => {
  await using network = await startNetwork(account.url)
  await using webmail = await startWebmailPage({ 1: { raw: phishing }, 2: { raw: honest } })
  await switchOnFor(extension, at(webmail))
  await joinAccount(page, extension, { ...account, url: network.url })
  network.stop()
  const kept = 'The report is sent when it is back.'
  // The second time it is in the queue already.
  for (const _ of [1, 2]) {
    await page.goto(webmail.address(1))
    await expect.poll(() => textOfLine(page)).toContain('Aman: Suspicious')
    await press(page, 'Report')
    await expect.poll(() => textOfLine(page)).toContain(kept)
  }
  await press(page, 'Block')
  await expect.poll(() => textOfLine(page)).toContain('Nothing was changed.')
  network.start()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(() => account.reports()).toEqual(['dangerous'])
  const waiting = () => extension.worker.evaluate(() => chrome.storage.local.get('reports'))
  await expect.poll(waiting).toEqual({ reports: [] })
  // Its answer was lost: it is sent again, and is known.
  await page.reload()
  await expect.poll(() => textOfLine(page)).toContain('Report')
  await press(page, 'Report')
  await expect.poll(() => textOfLine(page)).toContain('You have reported')
  expect(await account.reports()).toEqual(['dangerous'])
  expect(await account.flags()).toEqual([])

  network.stop()
  await extension.worker.evaluate(() =>
    chrome.storage.local.set({
      reports: Array.from({ length: 50 }, (_, at) => ({ messageId: `<${at}@a>`, level: 'safe' })),
    }),
  )
  await page.reload()
  await expect.poll(() => textOfLine(page)).toContain('Report')
  await press(page, 'Report')
  await expect.poll(() => textOfLine(page)).toContain('too many reports wait for it')
})

test('the extension of a removed user says so, asks no more, and is on its own', { tag }, async ({
  page,
  extension,
  account,
  console,
}) => {
  console.expect(/401 POST \/api\/messages\/known/)
  await using webmail = await startWebmailPage({ 1: { raw: phishing } })
  await switchOnFor(extension, at(webmail))
  await joinAccount(page, extension, account)
  await makeFlag(account.place, account.user, { flag_type: 'red', value: sender })
  await page.goto(webmail.address(1))
  await expect.poll(() => textOfLine(page)).toContain('Dangerous')
  await anonymizeUser(account.place.database, account.user.id, new Date())
  await page.reload()
  await expect.poll(() => textOfLine(page)).toBe('Aman: Suspicious\nWhy?')
  await press(page, 'Why?')
  expect(await textOfLine(page)).toContain('Your account no longer knows this extension.')
  await page.goto(extension.address('options.html'))
  await expect(page.getByText('Your account no longer knows this extension.')).toBeVisible()
  await expect(page.getByLabel('Address of your Aman')).toHaveValue(account.url)
})

const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

test('a wrong, an old or a confused server is refused with a clear sentence', { tag }, async ({
  page,
  extension,
  console,
}) => {
  console.expect(/(?:404|502) POST \/api\/auth\/extension|net::ERR_FAILED/)
  let answer: (response: ServerResponse) => void = (response) => response.end()
  const server = createServer((_, response) => answer(response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const notAman = 'No Aman answers at this address.'
  const cases: [string, (response: ServerResponse) => void][] = [
    [notAman, (response) => response.end('<h1>Hello</h1>')],
    [notAman, (response) => json(response, 200, {})],
    [notAman, (response) => json(response, 200, ['access_token'])],
    [notAman, (response) => json(response, 200, { access_token: '' })],
    [notAman, (response) => json(response, 404, { message: 'Not Found' })],
    [notAman, (response) => json(response, 200, { access_token: 'x'.repeat(600_000) })],
    ['The server does not answer.', (response) => response.destroy()],
    ['The server does not answer.', (response) => json(response, 502, 'Bad gateway')],
    ['The server does not answer.', (response) => response.writeHead(302, { location: '/' }).end()],
    [
      'This server is too old for the extension.',
      (response) =>
        json(response, 404, {
          ...{ success: false, detail: '', error: '', message: '' },
          ...{ code: 'unknown_call', params: {} },
        }),
    ],
  ]
  for (const [sentence, given] of cases) {
    answer = given
    await joinIn(page, extension, { url, code: 'k7qm-2fzd-8wna' })
    await expect(said(page)).toContainText(sentence)
  }
  for (const wrong of ['', 'aman', 'http://aman.firm.example', 'ftp://127.0.0.1', 'javascript:x']) {
    await joinIn(page, extension, { url: wrong, code: 'k7qm-2fzd-8wna' })
    await expect(page.getByLabel('Address of your Aman')).toHaveAttribute('aria-invalid', 'true')
  }
  expect(await extension.worker.evaluate(() => chrome.storage.local.get('membership'))).toEqual({})
  server.closeAllConnections()
  await once(server.close(), 'close')
})

test('a network that answers for Aman loses no report, and takes no judge away', { tag }, async ({
  page,
  extension,
  console,
}) => {
  console.expect(/quota exceeded/)
  const welcome = (response: ServerResponse) => response.end('<h1>Welcome to our guests</h1>')
  const done = { success: true, detail: '', error: '', message: '' }
  const filter = { count: 2, spread: 4096, bits: 'no base64!' }
  const known = { domains: ['cedar.example'], salt: 's', people: filter, met: filter }
  let report = welcome
  const server = createServer(({ url = '' }, response) => {
    if (url.startsWith('/api/auth/extension')) {
      const joined = { access_token: 'token', full_name: 'Rania Khoury', organization_name: '' }
      return json(response, 200, joined)
    }
    if (url.startsWith('/api/account/judge-knowledge')) return json(response, 200, known)
    return url.startsWith('/api/mail-reports') ? report(response) : welcome(response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  await using webmail = await startWebmailPage({ 1: { raw: phishing } })
  await switchOnFor(extension, at(webmail))
  await joinIn(page, extension, { url, code: 'k7qm-2fzd-8wna' })
  await expect(said(page)).toContainText('Joined to the account')
  const kept = (key: string) =>
    extension.worker.evaluate(async (name) => (await chrome.storage.local.get(name))[name], key)
  await expect.poll(() => kept('knowledge')).toMatchObject({ answer: known })

  await page.goto(webmail.address(1))
  await expect.poll(() => textOfLine(page)).toContain('Aman: Suspicious')
  await extension.worker.evaluate(async () => {
    const used = await Reflect.get(chrome.storage.local, 'getBytesInUse').call(chrome.storage.local)
    // The name and the quotes take six bytes.
    await chrome.storage.local.set({ full: 'x'.repeat(10 * 1024 * 1024 - used - 20) })
  })
  await press(page, 'Report')
  await expect.poll(() => textOfLine(page)).toContain('Its storage may be full.')
  await extension.worker.evaluate(() => chrome.storage.local.remove('full'))
  await press(page, 'Report')
  await expect.poll(() => textOfLine(page)).toContain('The report is sent when it is back.')
  const asked = once(server, 'request')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await asked
  report = (response) => json(response, 200, done)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(() => kept('reports')).toEqual([])
  server.closeAllConnections()
  await once(server.close(), 'close')
})

test('an extension joins with what is pasted in one, leaves the account, and does not join where the storage is full', {
  tag,
}, async ({ page, extension, account, console }) => {
  await test.step('both are pasted in one, a code works once, and the account is left', async () => {
    console.expect(/422 POST \/api\/auth\/extension/)
    const code = await account.makeCode()
    await joinIn(page, extension, { url: `${account.url}/#${code}`, code: '' })
    await expect(said(page)).toContainText('Joined to the account of Rania Khoury')
    const sessions = () =>
      account.place.database
        .selectFrom('sessions')
        .select('id')
        .where('scope', '=', 'extension')
        .where('user_id', '=', account.user.id)
        .execute()
    expect(await sessions()).toHaveLength(1)
    await page.getByRole('button', { name: 'Leave the account' }).click()
    await expect(said(page)).toContainText('The extension has left the account.')
    expect(await sessions()).toEqual([])
    await joinIn(page, extension, { url: account.url, code })
    await expect(said(page)).toContainText('This code is not valid.')
  })
  await test.step('when the storage is full the extension does not join, and no token is left', async () => {
    console.expect(/quota exceeded/)
    await extension.worker.evaluate(() =>
      chrome.storage.local.set({ full: 'x'.repeat(10 * 1024 * 1024 - 100) }),
    )
    await joinIn(page, extension, { url: account.url, code: await account.makeCode() })
    await expect(said(page)).toContainText('Its storage may be full.')
    const left = account.place.database
      .selectFrom('sessions')
      .select('id')
      .where('scope', '=', 'extension')
      .where('user_id', '=', account.user.id)
    expect(await left.execute()).toEqual([])
  })
})

/** The network between an extension and its server, which can be gone for a while. */
interface Network extends AsyncDisposable {
  /** The server, through this network. */
  readonly url: string
  stop(): void
  start(): void
}

/** @param server the address of a server */
async function startNetwork(server: string): Promise<Network> {
  const { hostname, port } = new URL(server)
  const open = new Set<Socket>()
  let isGone = false
  const relay = createRelay((near) => {
    if (isGone) {
      near.destroy()
      return
    }
    const far = connect(Number(port), hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        open.delete(from)
        to.destroy()
      })
    }
  })
  const drop = () => {
    for (const socket of open) socket.destroy()
  }
  await once(relay.listen(0, '127.0.0.1'), 'listening')
  const address = relay.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    stop() {
      isGone = true
      drop()
    },
    start() {
      isGone = false
    },
    async [Symbol.asyncDispose]() {
      drop()
      await once(relay.close(), 'close')
    },
  }
}

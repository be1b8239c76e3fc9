import type { ServerResponse } from 'node:http'
import type { Page } from '@playwright/test'
import { judgeReadMail } from '../../../judge/judge.ts'
import letterless from '../../../judge/model/model.json' with { type: 'json' }
import { openModel } from '../../../judge/model/model.ts'
import { readMail } from '../../../judge/read/read-mail.ts'
import { expect } from '../../support/browser/browser.ts'
import { switchOnFor, test, toolbar } from '../../support/extension/extension.ts'
import { findLine } from '../../support/extension/line.ts'
import { arabicPhishing, honest, phishing } from '../../support/extension/mails.ts'
import { startWebmailPage, type WebmailPage } from '../../support/extension/webmail-page.ts'
import { hostileMails } from '../../support/mail/hostile-mails.ts'

// A shell of Chromium has no extensions.
const tag = ['@window']

const at = ({ origin }: WebmailPage) => [{ origin, program: 'roundcube' }]
const textOfLine = async (page: Page) => (await findLine(page))?.text ?? ''
const badge = async (extension: Parameters<typeof toolbar>[0]) => (await toolbar(extension)).badge

test('an opened mail is judged in the browser, and its line says why when asked', { tag }, async ({
  page,
  extension,
}) => {
  await using webmail = await startWebmailPage({ 1: { raw: phishing }, 2: { raw: honest } })
  await switchOnFor(extension, at(webmail))
  const requests: string[] = []
  extension.context.on('request', (request) => requests.push(request.url()))
  await page.goto(webmail.address(1))
  await expect.poll(() => textOfLine(page)).toBe('Aman: Suspicious\nWhy?')
  expect(await toolbar(extension)).toEqual({ badge: '!', title: 'Aman: Suspicious' })
  const line = await findLine(page)
  await line?.press('Why?')
  const opened = await textOfLine(page)
  expect(opened).toContain('Show less')
  expect(opened).toContain('What speaks against it')
  expect(opened).toMatch(/leads to http:\/\/203\.0\.113\.9\/login\.php/)
  expect(opened).toContain('Nothing of it was sent or kept.')
  await line?.press('Show less')
  expect(await textOfLine(page)).toBe('Aman: Suspicious\nWhy?')

  // A mail without a finding has no line, and the toolbar tells of it.
  await page.goto(webmail.address(2))
  await expect.poll(() => badge(extension)).toBe('✓')
  expect(await findLine(page)).toBeUndefined()
  await extension.worker.evaluate(() => chrome.storage.local.set({ showsAll: true, locale: 'ar' }))
  await page.reload()
  await expect.poll(() => textOfLine(page)).toContain('أمان: لم نجد ما يدل على خطر')
  expect((await findLine(page))?.html).toContain('lang="ar" dir="rtl"')
  expect(requests.filter((it) => !it.startsWith(webmail.origin))).toEqual([])
})

test('a mail has the same score as on the front page and from the API', { tag }, async ({
  page,
  extension,
}) => {
  const model = openModel(letterless)
  const hostile = Object.values(hostileMails()).filter((mail) => mail.length < 2_000_000)
  const mails = [phishing, arabicPhishing, honest, '', ...hostile].map((it) => Buffer.from(it))
  await page.goto(extension.address('options.html'))
  for (const mail of mails) {
    const shown = await page.evaluate((base64) => {
      const port = chrome.runtime.connect({ name: 'mail' })
      const answered = new Promise<unknown>((resolve) => port.onMessage.addListener(resolve))
      port.postMessage(base64)
      port.postMessage({ kind: 'end', isSource: true })
      return answered
    }, mail.toString('base64'))
    const { score } = await judgeReadMail(await readMail(mail), {}, { model })
    expect(shown).toMatchObject({ score })
    // Nothing of a mail can be clicked or loaded.
    expect(JSON.stringify(shown)).not.toMatch(
      /"name":"(?:a|img|script|iframe|form|style|link)"|"on\w+":|"href"|"src"/,
    )
  }
})

test('a page can neither read the line nor use it', { tag }, async ({ page, extension }) => {
  const beside = `<section class="verdict-of-page">Aman: We found nothing against it</section>
<script>
  window.found = []
  const attach = Element.prototype.attachShadow
  Element.prototype.attachShadow = function (options) {
    const root = attach.call(this, options)
    found.push(root)
    return root
  }
  chrome?.runtime?.sendMessage?.({ kind: 'state', state: 'closed' })
  for (const message of [{ kind: 'show' }, { kind: 'state', state: 'closed' }]) postMessage(message, '*')
</script>`
  await using webmail = await startWebmailPage({ 1: { raw: phishing, beside } })
  await switchOnFor(extension, at(webmail))
  await page.goto(webmail.address(1))
  await expect.poll(() => textOfLine(page)).toContain('Suspicious')
  const seen = await page.evaluate(() => {
    const host = document.querySelector('#message-content')?.previousElementSibling
    if (!(host instanceof HTMLElement)) return undefined
    host.click()
    host.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }))
    const { left, top, width } = host.getBoundingClientRect()
    // The button is at the end of the line.
    const hit = document.elementFromPoint(left + width - 40, top + 20)
    hit?.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }))
    return {
      root: host.shadowRoot,
      found: Reflect.get(window, 'found'),
      text: document.body.textContent,
      isHit: hit === host,
    }
  })
  expect(seen).toEqual({
    ...{ root: null, found: [], isHit: true },
    text: expect.not.stringContaining('Suspicious'),
  })
  expect(await textOfLine(page)).toBe('Aman: Suspicious\nWhy?')
  // The page removes the line, and hides what it knows of it; the toolbar says what is true.
  await page.evaluate(() =>
    document.querySelector('#message-content')?.previousElementSibling?.remove(),
  )
  await expect.poll(() => textOfLine(page)).toContain('Suspicious')
  expect(await toolbar(extension)).toEqual({ badge: '!', title: 'Aman: Suspicious' })
})

test('a page that changes while it is read gets the verdict of the mail that it shows', {
  tag,
}, async ({ page, extension }) => {
  const held: ServerResponse[] = []
  await using webmail = await startWebmailPage({
    1: { raw: phishing, answer: (response) => held.push(response) },
    2: { raw: honest },
    3: { raw: phishing },
  })
  await switchOnFor(extension, at(webmail))
  const open = (uid: number) =>
    page.evaluate((address) => {
      history.pushState(null, '', address)
      document.querySelector('#message-content')?.replaceChildren(address)
    }, webmail.address(uid))
  await page.goto(webmail.address(1))
  await expect.poll(() => held.length).toBe(1)
  await open(2)
  await expect.poll(() => badge(extension)).toBe('✓')
  held[0]?.setHeader('content-type', 'text/plain').end(phishing)
  await open(3)
  await expect.poll(() => textOfLine(page)).toContain('Suspicious')
  await open(2)
  await expect.poll(() => badge(extension)).toBe('✓')
  expect(await findLine(page)).toBeUndefined()
  // The same mail, drawn anew, keeps its verdict and is not asked for again.
  await open(3)
  await expect.poll(() => textOfLine(page)).toContain('Suspicious')
  const before = webmail.asked.length
  await page.evaluate(() => {
    const place = document.querySelector('#message-content')
    const anew = place?.cloneNode(true)
    place?.previousElementSibling?.remove()
    if (anew) place?.replaceWith(anew)
  })
  await expect.poll(() => textOfLine(page)).toContain('Suspicious')
  expect(webmail.asked).toHaveLength(before)
})

test('what cannot be read has no line, and the toolbar says so', { tag }, async ({
  page,
  extension,
  console,
}) => {
  console.expect(/Failed to load resource/)
  const unseen = { badge: '?', title: 'Aman cannot see an email on this page.' }
  await using webmail = await startWebmailPage({
    1: { raw: phishing },
    // The session has ended.
    2: {
      raw: '',
      answer: (response) =>
        response.setHeader('content-type', 'text/html').end('<form>Sign in</form>'),
    },
    3: { raw: '', answer: (response) => response.writeHead(500).end() },
    // The network is gone.
    4: { raw: '', answer: (response) => response.destroy() },
    5: {
      raw: '',
      answer: (response) => {
        response.setHeader('content-type', 'text/plain').setHeader('content-length', 1000)
        response.write('From: a@b.example\r\n', () => response.destroy())
      },
    },
  })
  await switchOnFor(extension, at(webmail))
  for (const uid of [2, 3, 4, 5]) {
    await page.goto(webmail.address(1))
    await expect.poll(() => badge(extension)).toBe('!')
    await page.goto(webmail.address(uid))
    await expect.poll(() => toolbar(extension)).toEqual(unseen)
    expect(await findLine(page)).toBeUndefined()
  }
  // A page of the site that is not the program's.
  await page.goto(webmail.address(1))
  await expect.poll(() => badge(extension)).toBe('!')
  await page.route(`${webmail.origin}/help`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Help</h1>' }),
  )
  await page.goto(`${webmail.origin}/help`)
  await expect.poll(() => toolbar(extension)).toEqual(unseen)
})

test('a mail of 25 MB is judged, and one without an end is read no further', { tag }, async ({
  page,
  extension,
}) => {
  const { '25 MB in attachments': large = '' } = hostileMails()
  /** Whether the extension let go of the mail that has no end. */
  let isGone = false
  await using webmail = await startWebmailPage({
    1: { raw: large },
    2: {
      raw: '',
      answer: (response) => {
        const piece = 'Confirm your password\r\n'.repeat(50_000)
        response.setHeader('content-type', 'text/plain')
        response.write(phishing)
        response.on('close', () => {
          isGone = true
        })
        const more = () => {
          // A connection that is gone is noticed between two turns.
          if (!isGone) response.write(piece, () => setImmediate(more))
        }
        more()
      },
    },
  })
  await switchOnFor(extension, at(webmail))
  // So much takes long where other browsers run beside this one.
  const patience = { timeout: 80_000 }
  await page.goto(webmail.address(1))
  await expect.poll(() => badge(extension), patience).toMatch(/[!✓]/)
  await page.goto(webmail.address(2))
  await expect.poll(() => textOfLine(page), patience).toContain('Suspicious')
  await expect.poll(() => isGone).toBe(true)
  const { html = '' } = (await findLine(page)) ?? {}
  expect(html.includes('only its beginning and its end were read')).toBe(true)
})

const content = `<p>Your account is suspended. Verify your password within 24 hours or it will be closed.</p>
<a href="http://203.0.113.9/login.php">https://www.paypal.com/signin</a>`

/** Pages after public descriptions of the two; the real ones were not tried. */
const pages = {
  gmail: `<!doctype html><div role="main"><h2 class="hP">Verify your account</h2>
<div data-message-id="#msg-f:1"><span class="gD" email="alerts@paypa1-secure.example" name="PayPal Security">PayPal</span>
<div class="a3s">${content}</div></div></div>`,
  outlook: `<!doctype html><div role="main"><div role="heading" title="Verify your account">Verify your account</div>
<div data-testid="SenderPersona"><span title="PayPal Security &lt;alerts@paypa1-secure.example&gt;">PayPal</span></div>
<div id="UniqueMessageBody_1">${content}</div></div>`,
}

test('of a mail in Gmail and Outlook the parts that the page shows are judged', { tag }, async ({
  page,
  extension,
}) => {
  const open = (shown: string) =>
    startWebmailPage({
      1: { raw: '', page: shown },
      2: { raw: '', page: '<!doctype html><div role="main">Nothing is open</div>' },
      3: { raw: '', page: '<!doctype html><h1>Sign in</h1>' },
    })
  await using gmail = await open(pages.gmail)
  await using outlook = await open(pages.outlook)
  await switchOnFor(extension, [
    { origin: gmail.origin, program: 'gmail' },
    { origin: outlook.origin, program: 'outlook' },
  ])
  for (const webmail of [gmail, outlook]) {
    await page.goto(webmail.address(1))
    await expect.poll(async () => (await findLine(page))?.text).toBe('Aman: Suspicious\nWhy?')
    const { html } = (await findLine(page)) ?? {}
    expect(html).toContain('PayPal Security')
    expect(html).toContain('alerts@paypa1-secure.example')
    expect(html).toContain('this webmail shows them to no extension')
    expect(webmail.asked).toEqual([])
    await page.goto(webmail.address(2))
    await expect.poll(async () => (await toolbar(extension)).badge).toBe('')
    await page.goto(webmail.address(3))
    await expect.poll(async () => (await toolbar(extension)).badge).toBe('?')
    expect(await findLine(page)).toBeUndefined()
  }
})

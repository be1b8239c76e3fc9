import { expect } from '../../support/browser/browser.ts'
import { switchOnFor, test, toolbar } from '../../support/extension/extension.ts'
import { findLine } from '../../support/extension/line.ts'
import { startWebmailPage } from '../../support/extension/webmail-page.ts'

// A shell of Chromium has no extensions.
const tag = ['@window']

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

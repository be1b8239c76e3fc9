import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { setLine, tried, watchTasks } from '../../support/browser/front-page.ts'
import { hostileMails } from '../../support/mail/hostile-mails.ts'
import { outlookFile } from '../../support/mail/outlook-file.ts'

/** The path of everything that the page requests from now on. */
function watchRequests(page: Page) {
  const paths: string[] = []
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    paths.push(request.url().startsWith('http://127.0.0.1') ? pathname : `${origin}${pathname}`)
  })
  return paths
}

/** Touches the part and waits until all of it is there. */
async function loadAll(page: Page): Promise<void> {
  await setLine(page, 'metered')
  await page.goto('/')
  const last = page.waitForResponse(/eml-from-msg/)
  await tried(page).text.focus()
  await (await last).finished()
  await page.waitForLoadState('networkidle')
}

test('from the load to the verdict, only the code, the model and the samples are requested', async ({
  page,
}) => {
  const paths = watchRequests(page)
  await setLine(page, 'metered')
  await page.goto('/')
  const { text, check, verdict, part } = tried(page)
  const needed = await part.locator('[data-touch]').getAttribute('data-preload')
  await text.fill(
    'Your secret 8472-19 is due. Confirm your password at https://evil.example/8472-19',
  )
  await check.click()
  await expect(verdict).toBeFocused()
  await page.waitForLoadState('networkidle')
  const others = paths.filter((path) => !(needed?.split(' ') ?? []).includes(path))
  // The reader of Outlook's files and the words of Arabic come last, so that it works without the network.
  expect(
    others.filter(
      (path) =>
        !/favicon|icons|manifest|^\/assets\/(?:eml-from-msg|arabic-words|rolldown-runtime)/.test(
          path,
        ),
    ),
  ).toEqual(['/'])
  expect(paths).toContainEqual(expect.stringMatching(/^\/assets\/model\..*\.json$/))
  expect(paths.join()).not.toContain('8472')
})

test('once it is touched it works without the network', { tag: ['@firefox'] }, async ({
  page,
  context,
}) => {
  await loadAll(page)
  await context.setOffline(true)
  const { text, check, file, mail } = tried(page)
  await text.fill('The minutes of the meeting are attached, see you on Tuesday.')
  await check.click()
  await expect(mail).toContainText('The minutes of the meeting')
  const outlook = outlookFile({ sender: 'a@b.example', subject: 'Rota', body: 'The rota of June.' })
  await file.setInputFiles({ name: 'a.msg', mimeType: '', buffer: Buffer.from(outlook) })
  await expect(mail).toContainText('The rota of June.')
})

test('code or a model that does not come is asked for again at the next press', async ({
  page,
  console,
}) => {
  for (const address of [/\.(?:js|json)$/, '**/model.*.json']) {
    console.expect(/net::|touch|try/)
    let isDown = true
    await page.route(address, (route) => (isDown ? route.abort() : route.continue()))
    await page.goto('/')
    const { text, check, problem, verdict } = tried(page)
    await text.fill('See you on Tuesday.')
    await check.click()
    await expect(problem).toHaveText(
      'Aman could not be loaded. Check your network, then try again.',
    )
    isDown = false
    await check.click()
    await expect(verdict).toHaveText('We found nothing against it')
    await expect(problem).toBeHidden()
  }
})

test('a hostile mail neither runs nor leaves the page nor stops it, and is shown as what it is', async ({
  page,
}, testInfo) => {
  await loadAll(page)
  const { file, verdict, mail, part, reasons } = tried(page)
  for (const [what, content] of Object.entries(hostileMails())) {
    // From a buffer, Playwright itself would keep the page busy.
    const name = testInfo.outputPath('a.eml')
    await writeFile(name, content)
    const paths = watchRequests(page)
    const longest = await watchTasks(page)
    await file.setInputFiles(name)
    await expect(verdict, what).toHaveText(/Suspicious|We found (?:nothing|something)/)
    expect(paths, what).toEqual([])
    await expect(page).toHaveURL('/')
    await expect(
      part.locator('script, iframe, img, style, object, [onerror], [onload]'),
    ).toHaveCount(0)
    await expect(mail.locator('a, form, input, button, [href], [src]')).toHaveCount(0)
    // 50 ms on a desk; a machine that does other things at the same time takes many times as long.
    expect(await longest(), what).toBeLessThan(1500)
    if (what === 'look-alike names') {
      await expect(mail).toContainText('service@xn--pypal-4ve.example')
      await expect(mail).toContainText('invoice[U+202E]fdp.exe')
      await expect(mail).toContainText('leads to https://xn--')
      await expect(reasons).toContainText(/A link shows paypal\.com, but opens xn--/)
    }
    await reasons.getByRole('button', { name: 'Try another one' }).click()
    await expect(mail).toHaveCount(0)
  }
})

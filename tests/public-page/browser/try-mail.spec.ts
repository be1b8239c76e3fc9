import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { findViolations } from '../../support/browser/axe.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { setLine, tried, watchTasks } from '../../support/browser/front-page.ts'
import { hostileMails } from '../../support/mail/hostile-mails.ts'
import { outlookFile } from '../../support/mail/outlook-file.ts'
import { provesOnce } from '../../support/suite.ts'

test('a link shows where it leads, with its reason, and nothing in the mail can be clicked', {
  tag: ['@firefox'],
}, async ({ page, request }) => {
  await page.goto('/')
  const { text, check, verdict, mail, reasons } = tried(page)
  const { mails } = await (await request.get('/samples/en.json')).json()
  await text.fill(mails[0])
  await check.click()
  // A screen reader reads on from here.
  await expect(verdict).toBeFocused()
  await expect(mail).toContainText(
    'https://mail.your-firm.example/sign-in1 (reason 1)  leads to https://rnail-billing.example/session/verify',
  )
  await expect(mail.locator('a, button, input, img, [href], [src]')).toHaveCount(0)
  const numbers = await reasons.locator('.try-number').allTextContents()
  expect((await mail.locator('.try-number').allTextContents()).toSorted()).toEqual(numbers)
  for (const mark of await mail.locator('mark').all()) await expect(mark).toBeVisible()
})

test('an empty text is refused, a pasted one is judged, with the lines of its header as a whole mail, and one line leads on to the demo form', async ({
  page,
}) => {
  await page.goto('/')
  await test.step('an empty text is refused at the field, which is free again with the next verdict', async () => {
    const { text, check, problem, verdict } = tried(page)
    await check.click()
    await expect(problem).toHaveText('Paste a text first, or take one of the three emails.')
    await expect(text).toBeFocused()
    await expect(text).toHaveAttribute('aria-invalid', 'true')
    await expect(text).toHaveAccessibleDescription(/Paste a text first/)
    await text.fill('See you on Tuesday.')
    await check.click()
    await expect(verdict).toBeFocused()
    await expect(problem).toBeHidden()
    await expect(text).not.toHaveAttribute('aria-invalid')
  })
  await test.step('a pasted text is judged, and what a text does not show is said', async () => {
    const { text, check, verdict, reasons } = tried(page)
    await text.fill(
      'Your mailbox is full. Confirm your password within 24 hours: http://198.51.100.7/login',
    )
    await check.click()
    await expect(verdict).toHaveText('Suspicious')
    await expect(reasons).toContainText(
      'A link opens a website that has a number instead of a name: 198.51.100.7',
    )
    await expect(reasons).toContainText('a text comes without them')
    await expect(reasons).not.toContainText('layout')
    // The findings are told, though it was not enough to mark the text.
    await text.fill(
      'صباح الخير رنا، صور الجوقة من يوم الخميس على جهازنا في http://192.168.3.4/choir حتى يوم الأحد. مع التحية، نادية',
    )
    await check.click()
    await expect(verdict).toHaveText('We found something, but not enough to mark it')
    await expect(reasons).toContainText('has a number instead of a name: 192.168.3.4')
  })
  await test.step('pasted text with the lines of its header is judged as a whole mail', async () => {
    const { text, check, mail } = tried(page)
    await text.fill(
      'From: "Payroll" <lina@payroll.example>\nSubject: Payslips\n\nYour payslip is ready.',
    )
    await check.click()
    await expect(mail.getByRole('definition')).toHaveText([
      'Payroll lina@payroll.example',
      'Payslips',
    ])
  })
  await test.step('after a verdict one line leads to the empty demo form, and another mail can be tried', async () => {
    const { text, check, reasons, mail } = tried(page)
    await text.fill('See you on Tuesday.')
    await check.click()
    await reasons.getByRole('link').click()
    await expect(page.locator('#demo')).toBeInViewport()
    await expect(page.getByLabel('Business email')).toHaveValue('')
    await expect(page.getByLabel('Company name')).toHaveValue('')
    await expect(page).toHaveURL(/\/#demo$/)
    await reasons.getByRole('button', { name: 'Try another one' }).click()
    await expect(text).toBeFocused()
    await expect(mail).toHaveCount(0)
  })
})

const eml = 'From: a@b.example\r\nSubject: Hello\r\n\r\nSee you at the meeting on Tuesday.\r\n'

test('a file that cannot be judged is refused in words, and one that is dropped anywhere is judged and not opened', async ({
  page,
}, testInfo) => {
  await page.goto('/')
  for (const { name, content, says } of [
    { name: 'photo.png', content: 'x', says: 'This file is not an email.' },
    { name: 'mail.eml', content: '', says: 'This file is empty.' },
    { name: 'mail.msg', content: eml, says: 'This Outlook file could not be read.' },
    { name: 'mail.eml', content: 'x'.repeat(25_000_001), says: 'This file is larger than 25 MB' },
  ]) {
    await writeFile(testInfo.outputPath(name), content)
    const { file, problem } = tried(page)
    await file.setInputFiles(testInfo.outputPath(name))
    await expect(problem).toContainText(says)
  }
  await test.step('a dropped file is judged', async () => {
    const { text, part, mail } = tried(page)
    await text.focus()
    await expect(part.locator('[data-touch]')).toHaveCount(0)
    const dropped = await page.evaluateHandle((content) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([content], 'a.eml'))
      return transfer
    }, eml)
    await page.locator('h1').dispatchEvent('dragover', { dataTransfer: dropped })
    await page.locator('h1').dispatchEvent('drop', { dataTransfer: dropped })
    await expect(mail).toContainText('See you at the meeting')
  })
})

test('a chosen .eml and an Outlook file are judged, also one chosen before the code has come', {
  tag: ['@firefox'],
}, async ({ page }) => {
  const gate = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.goto('/')
  const { file, mail } = tried(page)
  await file.setInputFiles({ name: 'a.eml', mimeType: '', buffer: Buffer.from(eml) })
  gate.resolve()
  await expect(mail).toContainText('See you at the meeting')
  const outlook = outlookFile({
    sender: 'lina@clinic.example',
    senderName: 'Lina',
    subject: 'Rota',
    body: 'The rota of June is here.',
  })
  await file.setInputFiles({ name: 'a.msg', mimeType: '', buffer: Buffer.from(outlook) })
  await expect(mail).toContainText('The rota of June is here.')
  await expect(mail).toContainText('lina@clinic.example')
})

const looks = [
  [320, 'light'],
  [1440, 'dark'],
] as const

test('each state of the tried mail is accessible, fits at 320 px, and is seen in forced colours and by keyboard', async ({
  page,
}) => {
  for (const [at, path] of ['/', '/ar/'].entries()) {
    await page.goto(path)
    const { check, text, problem, verdict, mail } = tried(page)
    const states = {
      empty: () => expect(check).toBeVisible(),
      refused: async () => {
        await check.click()
        await expect(problem).toBeVisible()
      },
      suspicious: async () => {
        await text.fill('Buy five gift cards and send me the codes, and tell no one.')
        await check.click()
        await expect(verdict).toBeFocused()
      },
      safe: async () => {
        await text.fill('See you on Tuesday.')
        await check.click()
        await expect(mail).toContainText('See you on Tuesday')
      },
      'a long word': async () => {
        await text.fill(`Confirm your password https://${'long-'.repeat(100)}.example/`)
        await check.click()
        await expect(mail).toContainText('long-long-')
      },
    }
    for (const [state, enter] of Object.entries(states)) {
      // The elements are the same in every language.
      if (provesOnce && at > 0 && !['suspicious', 'a long word'].includes(state)) continue
      await enter()
      for (const [width, colorScheme] of provesOnce ? looks.slice(at, at + 1) : looks) {
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({ colorScheme })
        expect(await findViolations(page), `${state} at ${width} px`).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      }
    }
  }
  await test.step('the file is chosen by keyboard, with a ring around its button', async () => {
    await page.goto('/')
    const { check, file, part } = tried(page)
    await check.focus()
    await page.keyboard.press('Tab')
    await expect(file).toBeFocused()
    await expect(part.locator('.drop')).toHaveCSS('outline-style', 'solid')
  })
  await test.step('in forced colours, marks and numbers are still seen', async () => {
    await page.emulateMedia({ forcedColors: 'active' })
    await page.goto('/')
    const mail = page.locator('.judged')
    await expect(mail.locator('mark').first()).toHaveCSS('text-decoration-line', 'underline')
    await expect(mail.locator('.try-number').first()).toHaveCSS('border-top-style', 'solid')
  })
})

test('by keyboard alone: a text, its verdict, the way on and back', {
  tag: ['@firefox'],
}, async ({ page }) => {
  await page.goto('/')
  const { text, verdict, reasons } = tried(page)
  await text.focus()
  await page.keyboard.type('See you on Tuesday.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(verdict).toBeFocused()
  // What could not be checked opens on the way.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(reasons.getByRole('link')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(text).toBeFocused()
})

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
  // The readers of files and the words of Arabic come last, so that it works without the network.
  expect(
    others.filter(
      (path) =>
        !/favicon|icons|manifest|^\/assets\/(?:attached-file|eml-from-msg|arabic-words|rolldown-runtime)/.test(
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

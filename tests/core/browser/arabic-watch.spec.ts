import { watchArabicPages } from '../../support/arabic/watch.ts'
import { expect, test } from '../../support/browser/browser.ts'

const phrases = [
  { english: 'Remove the flag of {name}', arabic: 'إزالة علامة {name}' },
  { english: '{from} to {to}', arabic: 'من {from} إلى {to}' },
  { english: 'Outlook', arabic: 'Outlook' },
  ...['Sign In', 'Log out', 'Close', 'Help', 'Medium risk', 'Logo', 'Search'].map(inArabic),
  ...['Added later', 'Changed later', 'Named later'].map(inArabic),
]

function inArabic(english: string) {
  return { english, arabic: 'عربي' }
}

/** What an Arabic page may not show. */
const wrong = `
  <p> Sign In </p> <p>Remove the flag of عمر</p>
  <p aria-label="Remove the flag of Omar" aria-description="Help" title="Close">عمر</p>
  <meter aria-valuetext="Medium risk"></meter> <img alt="Logo"> <input placeholder="Search">
  <p>٣ رسائل</p> <p>۴ رسائل</p>
  <p>22\u200f/11</p> <p>\u202bCedar</p>
  <a href="/login">دخول</a> <a href="/">أمان</a> <a href="/dashboard/team?view=report">تقرير</a>`

/** What it may show. */
const right = `
  <p lang="en">Log out</p> <bdi>Log out</bdi> <code>Log out</code> <p>اضغط Log out</p>
  <p>3 رسائل</p> <p>97\u200e%\u200e</p> <p>\u2068Cedar\u2069</p>
  <p>Outlook</p> <p>Cedar Clinic</p> <p>Amman to Irbid</p>
  <a href="/article" hreflang="en">English</a> <a href="/ar/login">دخول</a>
  <a href="/file" download>ملف</a> <a href="/api/export">ملف</a> <a href="/assets/a.js">ملف</a>`

test('a journey in Arabic fails on what no Arabic page may show', { tag: '@A960' }, async ({
  console,
  context,
  page,
}) => {
  console.expect(/^On an Arabic page/)
  const problems: string[] = []
  page.on('console', (message) => problems.push(message.text()))
  const expectProblems = (expected: readonly string[]) =>
    expect
      .poll(() => problems.map((problem) => problem.replace('On an Arabic page: ', '')).toSorted())
      .toEqual(expected.toSorted())
  await watchArabicPages(context, phrases)
  const contentType = 'text/html; charset=utf-8'
  const body = `<html lang="ar"><main><p>نص</p></main>${wrong}${right}</html>`
  await page.route('/blank', (route) => route.fulfill({ contentType, body }))
  await page.goto('/blank')
  const atOnce = [
    'English: Sign In',
    'English: Remove the flag of عمر',
    'English: Remove the flag of Omar',
    'English: Help',
    'English: Close',
    'English: Medium risk',
    'English: Logo',
    'English: Search',
    'other digits: ٣ رسائل',
    'other digits: ۴ رسائل',
    'marks: 22\u200f/11',
    'marks: \u202bCedar',
    'a link to /login',
    'a link to /',
    'a link to /dashboard/team?view=report',
    'it runs from left to right',
  ]
  await expectProblems(atOnce)
  await page.locator('main').evaluate((main) => {
    const text = main.firstElementChild?.firstChild
    if (text instanceof Text) text.data = 'Changed later'
    document.querySelector('meter')?.setAttribute('title', 'Named later')
    const added = document.createElement('section')
    const paragraph = document.createElement('p')
    paragraph.append('Added later')
    added.append(document.createElement('div'))
    added.firstElementChild?.append(paragraph)
    main.append(added)
    document.querySelector('a[href="/ar/login"]')?.setAttribute('href', '/later')
  })
  await expectProblems([
    ...atOnce,
    'English: Changed later',
    'English: Named later',
    'English: Added later',
    'a link to /later',
  ])
})

test('a page in English may say what it says', { tag: '@A960' }, async ({ context, page }) => {
  const told: string[] = []
  page.on('console', (message) => told.push(message.text()))
  await watchArabicPages(context, phrases)
  const contentType = 'text/html; charset=utf-8'
  const body = `<html lang="en">${wrong}</html>`
  await page.route('/blank', (route) => route.fulfill({ contentType, body }))
  await page.goto('/blank')
  // What the page tells comes in its order.
  await page.evaluate(() => console.info('the end'))
  await expect.poll(() => told).toEqual(['the end'])
})

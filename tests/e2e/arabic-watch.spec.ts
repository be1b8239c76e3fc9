import { watchArabicPages } from '../support/arabic/watch.ts'
import { expect, test } from '../support/browser.ts'

const phrases = [
  { english: 'Sign In', arabic: 'تسجيل الدخول' },
  { english: 'Remove the flag of {name}', arabic: 'إزالة علامة {name}' },
  { english: 'Outlook', arabic: 'Outlook' },
]

/** What an Arabic page may show, beside what it may not. */
const body = `
  <p>Sign In</p> <p lang="en">Sign In</p> <bdi>Sign In</bdi>
  <p aria-label="Remove the flag of Omar">عمر</p>
  <p>٣ رسائل</p> <p>3 رسائل</p>
  <p>22\u200f/11</p>
  <p>Outlook</p> <p>Cedar Clinic</p>
  <a href="/login">دخول</a> <a href="/login" hreflang="en">English</a> <a href="/ar/login">دخول</a>`

test('a journey in Arabic fails on what no Arabic page may show', { tag: '@A960' }, async ({
  console,
  context,
  page,
}) => {
  console.expect(/^On an Arabic page/)
  const problems: string[] = []
  page.on('console', (message) => problems.push(message.text()))
  await watchArabicPages(context, phrases)
  const contentType = 'text/html; charset=utf-8'
  await page.route('/blank', (route) =>
    route.fulfill({ contentType, body: `<html lang="ar">${body}</html>` }),
  )
  await page.goto('/blank')
  await expect
    .poll(() => problems.map((problem) => problem.replace('On an Arabic page: ', '')).sort())
    .toEqual([
      'English: Remove the flag of Omar',
      'English: Sign In',
      'a link to /login',
      'it runs from left to right',
      'marks: 22\u200f/11',
      'other digits: ٣ رسائل',
    ])
})

import type { Page } from '@playwright/test'
import { pseudoLocale, pseudoText } from '../../../build/locales/pseudo.ts'
import { makeOrganization, type Place } from '../worlds/factories.ts'
import { expect } from './browser.ts'
import { expectOnlyPseudo } from './pseudo-locale.ts'

export const root = `/${pseudoLocale}`
let made = 0

export async function named(place: Place, role: 'employee' | 'team_lead' | 'super_admin') {
  made += 1
  const organizationId = await makeOrganization(place, { name: `شركة ${made}` })
  return {
    role,
    organizationId,
    // As long as usernames are; longer ones end with an ellipsis.
    username: `u${Date.now() % 1e8}${made}`,
    full_name: 'لينا حداد',
  } as const
}

/** Presses the last button of this English name, which is in the open dialog if there is one. */
export async function press(
  page: Page,
  english: string,
  values: Readonly<Record<string, string>> = {},
) {
  const name = Object.entries(values).reduce(
    (text, [placeholder, value]) => text.replace(`{${placeholder}}`, value),
    pseudoText(english),
  )
  await page.getByRole('button', { name, exact: true }).last().click()
}

/** Links stay in the language, also those of the frame around a screen; but the one to another language. */
export async function expectLinksInLanguage(page: Page) {
  const links = await page
    .locator('a[href^="/"]:not([hreflang])')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  expect(links.filter((href) => !href.startsWith(root))).toEqual([])
}

export async function openScreen(page: Page, path: string, title: string) {
  await page.goto(root + path)
  await expect(page.getByRole('heading', { name: pseudoText(title), level: 1 })).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expectLinksInLanguage(page)
  await expectOnlyPseudo(page, path)
}

export const closeDialog = (page: Page) => page.keyboard.press('Escape')

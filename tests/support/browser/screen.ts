import { type Locator, type Page, type Request, type Route, test } from '@playwright/test'
import { expect } from '../arabic/page.ts'
import type { FaultyServer } from './faults.ts'

/** A notice of a failure, to the letter. */
export function problem(page: Page, text: string): Locator {
  return page.getByRole('alert').getByText(text, { exact: true })
}

/** A notice of a success, to the letter. */
export function success(page: Page, text: string): Locator {
  return page.getByRole('status').getByText(text, { exact: true })
}

/** A button by its whole name. */
export function button(page: Page, name: string): Locator {
  return page.getByRole('button', { name, exact: true })
}

/** The rows of a table under its column headers, long or not. */
export function rowsOf(page: Page, table: string): Locator {
  return page.getByRole('table', { name: table }).getByRole('rowgroup').last().getByRole('row')
}

/**
 * Finds a choice in a picker by its name, and takes it. One key after the other searches and renders
 * the list for each letter, but Firefox has no other way: there, text that is inserted or filled in is
 * set by script in the page, which React takes for its own change.
 */
export async function choose(picker: Locator, name: string): Promise<void> {
  await picker.selectText()
  if (test.info().project.name === 'firefox') await picker.pressSequentially(name)
  else await picker.page().keyboard.insertText(name)
  await picker.page().getByRole('option', { name, exact: true }).click()
}

/** Signs in by keyboard, once the form can be sent: before that a browser ignores the Enter key. */
export async function enterPassword(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled()
  await page.keyboard.press('Enter')
}

/** @returns the requests of one call, which grow while the page makes them */
export function requestsTo(page: Page, method: string, path: string | RegExp): Request[] {
  const made: Request[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    // The rest of a list belongs to its load, and a row of a long list is looked up by its id.
    if (searchParams.has('cursor') || searchParams.has('id')) return
    const isIt = typeof path === 'string' ? pathname === path : path.test(pathname)
    if (isIt && request.method() === method) made.push(request)
  })
  return made
}

/** For `page.route`: one call, whatever its query and the ids in its path (`:id`). */
export function callTo(path: string): (url: URL) => boolean {
  const segments = path.split('/')
  return ({ pathname }) => {
    const called = pathname.split('/')
    return (
      called.length === segments.length &&
      segments.every((segment, at) => segment.startsWith(':') || segment === called[at])
    )
  }
}

/** For `page.route`: sends calls to a server that has a fault; nothing in the page can tell. */
export function misdirect(faulty: FaultyServer): (route: Route) => Promise<void> {
  return (route) => route.continue({ url: faulty.url + new URL(route.request().url()).pathname })
}

/** Holds the answers to a call until they are released. */
export async function hold(page: Page, call: string): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(call, async (route) => {
    await held
    await route.continue()
  })
  return release
}

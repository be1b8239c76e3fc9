import type { Page } from '@playwright/test'
import { expect } from '../arabic/page.ts'

/*
 * The calls with which a screen is opened, each list in the order of `callsOf`.
 */

export const ofEmployee = ['/api/auth/me', '/api/dashboard/employee']
export const ofTeam = ['/api/auth/me', '/api/dashboard/team']
export const ofFlags = ['/api/auth/me', '/api/flags/list']
export const ofAdmin = [
  '/api/admin/dashboard',
  '/api/admin/organizations',
  '/api/admin/users',
  '/api/auth/me',
]

const loaded = {
  employee: 'Your risk score',
  team: 'Average risk of your team',
  admin: 'System Performance',
  users: 'Users',
  flags: 'Your flags',
  tools: 'Request Support',
} as const

/** No first content waits for these; later parts ask for them at no fixed time. */
const laterCalls = ['/api/auth/capabilities', '/api/admin/attention', '/api/admin/daily-counts']

/** @returns the paths of all calls from now on, in an order of their own */
export function callsOf(page: Page): () => string[] {
  const made: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    // The next page of a long list, which other tests may have made long.
    if (searchParams.has('cursor')) return
    if (laterCalls.includes(pathname)) return
    if (pathname.startsWith('/api/')) made.push(pathname)
  })
  return () => made.splice(0).toSorted()
}

/** First figures stand there before; their elements are replaced, and their buttons do nothing. */
export async function openWhole(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.locator('[data-loading-shell]')).toHaveCount(0)
}

export async function waitForContent(page: Page, what: keyof typeof loaded): Promise<void> {
  await expect(page.getByRole('heading', { name: loaded[what], exact: true })).toBeVisible()
  // Whatever else the page wanted to ask for, it has asked for by then.
  await page.waitForLoadState('networkidle')
}

import type { Browser, BrowserContext } from '@playwright/test'
import { phone } from '../site/browser.ts'

/** A phone that has never been here, of somebody whose session is stored. */
export function newVisitor(browser: Browser, url: string, token: string): Promise<BrowserContext> {
  const localStorage = [{ name: 'aman_access_token', value: token }]
  return browser.newContext({
    ...phone,
    storageState: { cookies: [], origins: [{ origin: new URL(url).origin, localStorage }] },
  })
}

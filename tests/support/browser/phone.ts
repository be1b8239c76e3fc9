import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { findBrowser } from '../../../tools/scripts/find-browser.ts'
import { run } from '../../../tools/scripts/run-command.ts'
import { chromiumFlags } from './chromium-flags.ts'

/** A phone on a slow line, as Lighthouse's DevTools throttling has it. */
export const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
} as const

export const slow4g = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1475 * 1000) / 8,
  uploadThroughput: (675 * 1000) / 8,
}
export const cpuSlowdown = 4

/** Builds the site unless it is built. @returns the path of a Chromium */
export async function prepareSite(): Promise<string> {
  const build = await run('node', ['tools/scripts/build-site.ts', '--if-changed'], {
    output: 'inherit',
  })
  if (build.exitCode !== 0) throw new Error('the site did not build')
  const path = await findBrowser()
  if (path === undefined) throw new Error('there is no Chromium')
  return path
}

export function launch(executablePath: string, more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath, args: [...chromiumFlags, ...more] })
}

/** A phone that has never been here, of a user whose session is stored. */
export function newVisitor(browser: Browser, url: string, token: string): Promise<BrowserContext> {
  const localStorage = [{ name: 'aman_access_token', value: token }]
  return browser.newContext({
    ...phone,
    storageState: { cookies: [], origins: [{ origin: new URL(url).origin, localStorage }] },
  })
}

export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slow4g)
  await slowProcessor(page, cpuSlowdown)
}

/** @param rate 1 for what the machine can do */
export async function slowProcessor(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}

import { type Browser, chromium, type Page } from '@playwright/test'
import { chromiumFlags } from '../../tests/support/chromium-flags.ts'

/** A phone on a slow line, as Lighthouse's DevTools throttling has it. */
export const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
} as const

const slow4g = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1475 * 1000) / 8,
  uploadThroughput: (675 * 1000) / 8,
}
export const cpuSlowdown = 4

export function launch(executablePath: string, more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath, args: [...chromiumFlags, ...more] })
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

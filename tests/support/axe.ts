import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * Axe on one page without frames of others: its legacy mode does the same there in half the time,
 * for it opens no second page to put its findings together.
 */
export function axeOf(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode()
}

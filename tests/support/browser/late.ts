import { setTimeout } from 'node:timers/promises'
import type { BrowserContext } from '@playwright/test'

/** How long each script, and each answer of the real server, takes to come. */
const scriptMs = 800
const answerMs = 500

/** A slow network, so that a journey acts before scripts and answers are there, as users do. */
export async function makeLate(context: BrowserContext): Promise<void> {
  for (const [path, delayMs] of [
    [/\/_astro\/[^?]*\.js$/, scriptMs],
    [/^https?:\/\/[^/]+\/api\//, answerMs],
  ] as const) {
    await context.route(path, async (route) => {
      await setTimeout(delayMs)
      // The page may be closed by then.
      await route.fallback().catch(() => undefined)
    })
  }
}

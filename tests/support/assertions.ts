// biome-ignore lint/style/noRestrictedImports: this is the expect that counts
import { expect as base } from '@playwright/test'

/** How many there were in this process, which runs one test at a time. */
let made = 0

/** Playwright's `expect`, which counts what a test expects. */
export const expect: typeof base = counted(base)

export function countAssertions(): number {
  return made
}

function counted<Expect extends typeof base | typeof base.poll>(original: Expect): Expect {
  return new Proxy(original, {
    apply: (target, self, given) => countedMatchers(Object(Reflect.apply(target, self, given))),
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      return name === 'soft' || name === 'poll' ? counted(Object(value)) : value
    },
  })
}

/** Hands out each matcher as it is, so that a failure is reported where the test expected something. */
function countedMatchers<Matchers extends object>(matchers: Matchers): Matchers {
  return new Proxy(matchers, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value === 'function') made += 1
      // not, resolves and rejects
      return typeof value === 'object' && value !== null ? countedMatchers(value) : value
    },
  })
}

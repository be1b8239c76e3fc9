import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Also on public pages, which have no container (docs/decisions/0098-breakpoints-ask-the-page.md). */
const ofPublicPages = /^src\/(?:islands\/public-page\/|ui\/notices\.css)/

test('no style behind the sign-in asks for the width of the window', () => {
  const styles = globSync('src/{islands,layouts,ui}/**/*.css').filter(
    (file) => !ofPublicPages.test(file),
  )
  expect(styles.length).toBeGreaterThan(100)
  const wrong = styles.filter((file) => /@media[^{]*width/.test(readFileSync(file, 'utf8')))
  expect(wrong, 'write @container (width …)').toEqual([])
})

import { expect, test } from 'vitest'
import { i18n } from '../../../src/lib/core/i18n/i18n.ts'

test('public pages load the words that their islands say, and no others', async () => {
  await import('../../../src/islands/public-page/answer-form.ts')
  await import('../../../src/islands/public-page/estimate.ts')
  await import('../../../src/islands/public-page/try/try-mail.ts')
  // With the first marked field.
  await import('../../../src/lib/core/ui-state/error-words.ts')
  // The catalogue defines all components, so it is looked at last.
  const said = Object.keys(i18n.cache.en ?? {})
  const { componentsOfPublicPages } = await import('../../../build/locales/catalogue.ts')
  expect(componentsOfPublicPages.toSorted()).toEqual(said.toSorted())
})

import { expect, test } from 'vitest'
import { i18n } from '../../src/lib/messages/i18n.ts'

test('public pages load the words that their islands say, and no others', {
  tags: ['A838'],
}, async () => {
  await import('../../src/islands/demo-form/answer-form.ts')
  await import('../../src/islands/estimator/estimate.ts')
  // With the first marked field.
  await import('../../src/lib/ui-state/error-words.ts')
  // The catalogue defines all components, so it is looked at last.
  const said = Object.keys(i18n.cache.en ?? {})
  const { componentsOfPublicPages } = await import('../../src/locales/catalogue.ts')
  expect(componentsOfPublicPages.toSorted()).toEqual(said.toSorted())
})

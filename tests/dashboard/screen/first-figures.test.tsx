import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { views } from '../../../build/figures/views.ts'
import { speak } from '../../../build/locales/catalogue.ts'
import { fillPlaces } from '../../../src/lib/figures/places.ts'
import { provesOnce } from '../../support/suite.ts'

afterEach(() => speak('en'))

/** Drops ids, which no reader sees: React counts them in another way when it prerenders. */
function withoutIds(view: Element | null | undefined): string | undefined {
  const ids = new Map<string, string>()
  return view?.outerHTML.toLowerCase().replaceAll(/(?<=["-])_r_\w+_(?=["-])/g, (id) => {
    ids.set(id, ids.get(id) ?? `id-${ids.size}`)
    return ids.get(id) ?? ''
  })
}

const count = provesOnce ? 40 : 200

for (const locale of ['en', 'ar'] as const) {
  test.each(Object.entries(views))(
    `first figures of %s in ${locale} are what React shows of the same answers`,
    { timeout: 240_000 },
    (_, view) => {
      speak(locale)
      const { html, places } = view.in(locale)
      const template = document.createElement('template')
      const samples = view.samples(count, locale)
      for (const { element, values } of samples) {
        template.innerHTML = html
        const filled = template.content.firstElementChild
        if (filled !== null) for (const fill of fillPlaces(filled, places, values)) fill()
        const { container } = render(element())
        expect(withoutIds(filled)).toBe(withoutIds(container.firstElementChild))
        cleanup()
      }
      expect(samples.length).toBeGreaterThan(count / 2)
    },
  )
}

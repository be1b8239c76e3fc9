import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { views } from '../../../build/figures/views.ts'
import { speak } from '../../../build/locales/catalogue.ts'
import { fillPlaces } from '../../../src/lib/figures/places.ts'
import { sortedAttributes } from '../../support/sorted-attributes.ts'
import { provesOnce } from '../../support/suite.ts'

afterEach(() => speak('en'))

// A view asks what the server can do when it has been drawn, or in the test after that.
vi.stubGlobal('fetch', () => new Promise(() => {}))

/** A view as readers see it: without ids, which React counts in another way when it prerenders, and with sorted attributes. */
function seen(view: Element | null | undefined): string {
  const ids = new Map<string, string>()
  const html = sortedAttributes((view?.outerHTML ?? '').toLowerCase())
  return html.replaceAll(/(?<=["-])_r_\w+_(?=["-])/g, (id) => {
    ids.set(id, ids.get(id) ?? `id-${ids.size}`)
    return ids.get(id) ?? ''
  })
}

const count = provesOnce ? 15 : 200

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
        expect(seen(filled)).toBe(seen(container.firstElementChild))
        cleanup()
      }
      expect(samples.length).toBeGreaterThan(count / 2)
    },
  )
}

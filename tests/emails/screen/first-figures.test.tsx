import { cleanup, render } from '@testing-library/react'
import { parse } from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { employeeView, renderEmployee } from '../../../build/figures/employee-view.ts'
import { generatedEmployees } from '../../../build/figures/generated-answers.ts'
import { speak } from '../../../build/locales/catalogue.ts'
import { meEndpoint } from '../../../contract/account/me.ts'
import { employeeDashboardEndpoint } from '../../../contract/emails/employee-dashboard.ts'
import { EmployeeFirstView } from '../../../src/islands/roots/EmployeeFirstView.tsx'
import { fillPlaces } from '../../../src/lib/core/figures/places.ts'

afterEach(() => speak('en'))

/** What no reader sees: React counts ids in another way when it prerenders. */
function withoutIds(view: Element | DocumentFragment): string {
  const ids = new Map<string, string>()
  const holder = document.createElement('div')
  holder.append(view.cloneNode(true))
  return holder.innerHTML.toLowerCase().replaceAll(/(?<=["-])_r_\w+_(?=["-])/g, (id) => {
    ids.set(id, ids.get(id) ?? `id-${ids.size}`)
    return ids.get(id) ?? ''
  })
}

test.each(['en', 'ar'] as const)(
  'first figures in %s are what React shows of the same 200 answers',
  { tags: ['A1600'], timeout: 120_000 },
  (locale) => {
    speak(locale)
    const { html, places } = employeeView(locale)
    const template = document.createElement('template')
    let shown = 0
    for (const sample of generatedEmployees(200)) {
      const rendered = renderEmployee(sample, locale)
      if (rendered === undefined) continue
      shown += 1
      template.innerHTML = html
      fillPlaces(template.content, places, rendered.values)
      const { container } = render(
        <EmployeeFirstView
          user={parse(meEndpoint.output, sample.user)}
          data={parse(employeeDashboardEndpoint.output, sample.data)}
        />,
      )
      const [view] = container.children
      expect(withoutIds(template.content)).toBe(view && withoutIds(view))
      cleanup()
    }
    expect(shown).toBeGreaterThan(180)
  },
)

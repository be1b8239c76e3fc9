import { cleanup, render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import { adminElement, adminView, renderAdmin } from '../../../build/figures/admin-view.ts'
import {
  employeeElement,
  employeeView,
  renderEmployee,
} from '../../../build/figures/employee-view.ts'
import type { PrerenderedView } from '../../../build/figures/first-view.ts'
import {
  generatedAdmins,
  generatedEmployees,
  generatedTeams,
} from '../../../build/figures/generated-answers.ts'
import type { Sample } from '../../../build/figures/place-values.ts'
import { renderTeam, teamElement, teamView } from '../../../build/figures/team-view.ts'
import { speak } from '../../../build/locales/catalogue.ts'
import { fillPlaces } from '../../../src/lib/figures/places.ts'
import { provesOnce } from '../../support/suite.ts'

afterEach(() => speak('en'))

/** Drops ids, which no reader sees: React counts them in another way when it prerenders. */
function withoutIds(view: Element): string {
  const ids = new Map<string, string>()
  return view.outerHTML.toLowerCase().replaceAll(/(?<=["-])_r_\w+_(?=["-])/g, (id) => {
    ids.set(id, ids.get(id) ?? `id-${ids.size}`)
    return ids.get(id) ?? ''
  })
}

/** @returns how many answers are shown by first figures */
function compare<Given>(
  { html, places }: PrerenderedView,
  answers: readonly Given[],
  rendered: (given: Given) => Sample | undefined,
  element: (given: Given) => ReactElement,
): number {
  const template = document.createElement('template')
  let shown = 0
  for (const given of answers) {
    const sample = rendered(given)
    if (sample === undefined) continue
    shown += 1
    template.innerHTML = html
    const view = template.content.firstElementChild
    if (view !== null) for (const fill of fillPlaces(view, places, sample.values)) fill()
    const { container } = render(element(given))
    const [own] = container.children
    expect(view && withoutIds(view)).toBe(own && withoutIds(own))
    cleanup()
  }
  return shown
}

const count = provesOnce ? 40 : 200

for (const locale of ['en', 'ar'] as const) {
  test(`the employee's first figures in ${locale} are what React shows of the same answers`, {
    timeout: 240_000,
  }, () => {
    speak(locale)
    const answers = generatedEmployees(count)
    const of = (sample: Parameters<typeof renderEmployee>[0]) => renderEmployee(sample, locale)
    expect(compare(employeeView(locale), answers, of, employeeElement)).toBeGreaterThan(count * 0.8)
    const months = answers.flatMap((it) => of(it)?.values.rows?.flat() ?? [])
    const threats = months.flatMap(({ rows }) => rows?.flat() ?? [])
    expect(threats.length).toBeGreaterThan(count)
  })

  test(`the admin's first figures in ${locale} are what React shows of the same answers`, {
    timeout: 240_000,
  }, () => {
    speak(locale)
    const of = (sample: Parameters<typeof renderAdmin>[0]) => renderAdmin(sample, locale)
    expect(compare(adminView(locale), generatedAdmins(count), of, adminElement)).toBe(count)
  })

  test(`a team lead's first figures in ${locale} are what React shows of the same answers`, {
    timeout: 240_000,
  }, () => {
    speak(locale)
    const of = (sample: Parameters<typeof renderTeam>[0]) => renderTeam(sample, locale)
    const shown = compare(teamView(locale), generatedTeams(count), of, teamElement)
    expect(shown).toBeGreaterThan(count / 2)
  })
}

import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { parse } from 'valibot'
import { meEndpoint } from '../../contract/account/me.ts'
import { intlLocaleOf } from '../../contract/core/locale.ts'
import { employeeDashboardEndpoint } from '../../contract/emails/employee-dashboard.ts'
import { adminDashboardEndpoint } from '../../contract/organizations/admin-dashboard.ts'
import { teamDashboardEndpoint } from '../../contract/team/team-dashboard.ts'
import {
  AdminFirstView,
  EmployeeFirstView,
  TeamFirstView,
} from '../../src/islands/roots/FirstViews.tsx'
import { adminFigures, hasRest } from '../../src/lib/admin/admin-figures.ts'
import { earlyCallsOf } from '../../src/lib/core/navigation/early-calls.ts'
import type { Screen } from '../../src/lib/core/navigation/screens.ts'
import { employeeFigures, haveRows } from '../../src/lib/employee/employee-figures.ts'
import type { FirstView } from '../../src/lib/figures/paint.ts'
import type { FirstValues } from '../../src/lib/figures/places.ts'
import { type GivenUser, userFigures } from '../../src/lib/figures/shared-figures.ts'
import { teamFigures } from '../../src/lib/team/team-figures.ts'
import { generatedAdmins, generatedEmployees, generatedTeams } from './generated-answers.ts'
import { attributeOf, type IsRow, learnPlaces, type PlacedView } from './learn-places.ts'

/** The first view with places, and what the page needs to fill them. */
interface PrerenderedView extends FirstView, PlacedView {}

interface ViewOptions<Given> {
  /** Gives the same answers for the same count. */
  readonly answers: (count: number) => readonly Given[]
  readonly element: (given: Given) => ReactElement
  /** As the page's script computes them; undefined for answers that have no place. */
  readonly figures: (given: Given, locale: string) => FirstValues | undefined
  readonly isRow: IsRow
}

/** Of so many answers, a view is learned from those that have something new. */
const tried = 400

function createView<Given extends { readonly user: GivenUser }>(
  screen: Screen,
  { answers, element, figures, isRow }: ViewOptions<Given>,
) {
  /** Generated answers as React shows them, and the values that first figures have of them. */
  function samples(count: number, pageLocale: string) {
    const locale = intlLocaleOf(pageLocale)
    return answers(count).flatMap((given) => {
      const own = figures(given, locale)
      if (own === undefined) return []
      // The values of the dashboard's frame come first.
      const ofUser = userFigures(given.user, locale)
      const values: FirstValues = {
        ...own,
        texts: [...ofUser.texts, ...own.texts],
        cases: [...ofUser.cases, ...own.cases],
      }
      return [{ element: () => element(given), values }]
    })
  }
  function prerender(locale: string): PrerenderedView {
    const [overview] = earlyCallsOf(screen)
    if (overview?.at !== 'overview') throw new Error(`another tab of ${screen} opens first`)
    const rendered = withNewCases(samples(tried, locale)).map((sample) => ({
      html: renderToStaticMarkup(sample.element()),
      values: sample.values,
    }))
    return {
      locale: intlLocaleOf(locale),
      calls: overview.urls,
      ...learnPlaces(rendered, isRow),
    }
  }
  const prerendered = new Map<string, PrerenderedView>()
  return {
    samples,
    /**
     * @param locale of the page that is rendered
     * @throws Error if the view says something that has no place
     */
    in(locale: string): PrerenderedView {
      const view = prerendered.get(locale) ?? prerender(locale)
      prerendered.set(locale, view)
      return view
    },
  }
}

/**
 * Samples that have two cases together which came less than twice before: a place depends on one case, and
 * its part may depend on another.
 */
function withNewCases<Sample extends { readonly values: FirstValues }>(samples: readonly Sample[]) {
  const seen = new Map<string, number>()
  return samples.filter(({ values }) => {
    const pairs = new Set(pairsOf(values, ''))
    const isNew = [...pairs].some((pair) => (seen.get(pair) ?? 0) < 2)
    if (isNew) for (const pair of pairs) seen.set(pair, (seen.get(pair) ?? 0) + 1)
    return isNew
  })
}

/** Each two cases of values, and of each of their rows. */
function* pairsOf({ cases, rows = [] }: FirstValues, list: string): Generator<string> {
  for (const [at, name] of cases.entries()) {
    for (const [other, otherName] of cases.slice(at).entries()) {
      yield `${list} ${at} ${name} ${at + other} ${otherName}`
    }
  }
  for (const [at, ofList] of rows.entries()) {
    for (const row of ofList) yield* pairsOf(row, `${list}/${at}`)
  }
}

/** The first view of each screen that shows first figures. */
export const views: Partial<Record<Screen, ReturnType<typeof createView>>> = {
  admin: createView('admin', {
    answers: generatedAdmins,
    element: ({ user, data, links }) =>
      createElement(AdminFirstView, {
        user: parse(meEndpoint.output, user),
        data: parse(adminDashboardEndpoint.output, data),
        isPart: links.some(hasRest),
      }),
    figures: ({ data, links }, locale) => adminFigures([data], locale, links),
    isRow: (_, { tagName }) => tagName === 'ol',
  }),
  employee: createView('employee', {
    answers: generatedEmployees,
    element: ({ user, data }) =>
      createElement(EmployeeFirstView, {
        user: parse(meEndpoint.output, user),
        data: parse(employeeDashboardEndpoint.output, data),
        isWhole: haveRows(data.recent_phishing_emails ?? []),
      }),
    figures: ({ user, data }, locale) => employeeFigures([data], user, locale),
    // Months of threats, threats, and what gave them away.
    isRow: (element, { tagName }) =>
      tagName === 'ul' || (element.tagName === 'div' && element.childNodes[0]?.nodeName === 'h3'),
  }),
  team: createView('team', {
    answers: generatedTeams,
    element: ({ user, data }) =>
      createElement(TeamFirstView, {
        user: parse(meEndpoint.output, user),
        data: parse(teamDashboardEndpoint.output, data),
      }),
    figures: ({ data }, locale) => teamFigures([data], locale),
    // The rows of the members, not that of their columns.
    isRow: (_, list) =>
      attributeOf(list, 'role') === 'rowgroup' && attributeOf(list, 'class') === null,
  }),
}

/** The view as a page carries it, with its places, which stand in single quotes: it has hardly any of these. */
export function templateOf({ html, ...view }: PrerenderedView): string {
  const places = JSON.stringify(view).replaceAll('&', '&amp;').replaceAll("'", '&#39;')
  return `<template data-places='${places}'>${html}</template>`
}

import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type GenericSchema, parse } from 'valibot'
import { meEndpoint } from '../../contract/account/me.ts'
import type { Endpoint } from '../../contract/core/endpoint.ts'
import { intlLocaleOf } from '../../contract/core/locale.ts'
import { employeeDashboardEndpoint } from '../../contract/emails/employee-dashboard.ts'
import { adminDashboardEndpoint } from '../../contract/organizations/admin-dashboard.ts'
import { listOrganizationsEndpoint } from '../../contract/organizations/list-organizations.ts'
import { teamDashboardEndpoint } from '../../contract/team/team-dashboard.ts'
import { listUsersEndpoint } from '../../contract/users/list-users.ts'
import {
  AdminFirstView,
  EmployeeFirstView,
  TeamFirstView,
} from '../../src/islands/roots/FirstViews.tsx'
import { adminFigures, hasRest } from '../../src/lib/admin/admin-figures.ts'
import { earlyCallsOf } from '../../src/lib/core/navigation/early-calls.ts'
import type { Screen } from '../../src/lib/core/navigation/screens.ts'
import { employeeFigures, haveRows } from '../../src/lib/employee/employee-figures.ts'
import type { FirstView, Kind } from '../../src/lib/figures/paint.ts'
import type { FirstValues } from '../../src/lib/figures/places.ts'
import { type GivenUser, userFigures } from '../../src/lib/figures/shared-figures.ts'
import { teamFigures } from '../../src/lib/team/team-figures.ts'
import { generatedAdmins, generatedEmployees, generatedTeams } from './generated-answers.ts'
import { attributeOf, type IsRow, learnPlaces, type PlacedView } from './learn-places.ts'

const anything = 'usnbo'
const letters: Readonly<Record<string, string>> = { string: 's', number: 'n', boolean: 'b' }

/**
 * The kind of what a schema takes. It may demand more than the schema, never less: what it refuses is shown
 * a moment later.
 * @throws Error for a schema that it does not know
 */
export function kindOf(schema: GenericSchema): Kind {
  const kind = Object.hasOwn(schema, 'fallback') ? anything : kindOfType(schema)
  for (const action of listOf(schema, 'pipe').slice(1)) {
    const isKnown = action.kind === 'schema' || action.type === 'transform'
    if (!isKnown) throw new Error(`a schema with ${action.type} has no kind`)
  }
  return kind
}

interface Part extends GenericSchema {
  readonly kind: 'schema'
}

function listOf(schema: object, name: string): readonly Part[] {
  const list: unknown = Reflect.get(schema, name)
  return Array.isArray(list) ? list : []
}

function kindOfType(schema: GenericSchema): Kind {
  switch (schema.type) {
    case 'nullish':
      return withMissing(kindOf(Reflect.get(schema, 'wrapped')))
    case 'union':
      return either(listOf(schema, 'options').map(kindOf))
    case 'unknown':
      return anything
    case 'array':
      return ['', kindOf(Reflect.get(schema, 'item'))]
    case 'object': {
      const entries: Record<string, GenericSchema> = Reflect.get(schema, 'entries')
      const fields = Object.entries(entries).map(([name, of]) => [name, kindOf(of)] as const)
      return ['', 0, Object.fromEntries(fields.filter(([, kind]) => kind !== anything))]
    }
    default: {
      const letter = letters[schema.type]
      if (letter === undefined) throw new Error(`a schema of type ${schema.type} has no kind`)
      return letter
    }
  }
}

function withMissing(kind: Kind): Kind {
  if (typeof kind === 'string') return kind.startsWith('u') ? kind : `u${kind}`
  return kind.length === 2 ? ['u', kind[1]] : ['u', kind[1], kind[2]]
}

/** Plain values, or a list, which some backends wrap in an object. */
function either(kinds: readonly Kind[]): Kind {
  if (kinds.every((kind) => typeof kind === 'string')) return kinds.join('')
  const [list, wrapped, ...more] = kinds
  const isKnown = typeof list === 'object' && typeof wrapped === 'object' && more.length === 0
  if (!isKnown || list.length !== 2 || wrapped.length !== 3) {
    throw new Error('a union of these has no kind')
  }
  return ['', list[1], wrapped[2]]
}

/** The first view with places, and what the page needs to fill them. */
interface PrerenderedView extends FirstView, PlacedView {}

interface ViewOptions<Given> {
  /** The calls after the session check, in their order. */
  readonly endpoints: readonly Pick<Endpoint, 'output'>[]
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
  { endpoints, answers, element, figures, isRow }: ViewOptions<Given>,
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
    const kinds = [meEndpoint, ...endpoints].map(({ output }) => kindOf(output))
    if (overview.urls.length !== kinds.length) throw new Error(`${screen} makes other calls`)
    const rendered = withNewCases(samples(tried, locale)).map((sample) => ({
      html: renderToStaticMarkup(sample.element()),
      values: sample.values,
    }))
    return {
      locale: intlLocaleOf(locale),
      calls: overview.urls.map((url, at) => [url, kinds[at] ?? '']),
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
    endpoints: [adminDashboardEndpoint, listUsersEndpoint, listOrganizationsEndpoint],
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
    endpoints: [employeeDashboardEndpoint],
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
    endpoints: [teamDashboardEndpoint],
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

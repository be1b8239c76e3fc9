import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { parse } from 'valibot'
import { meEndpoint } from '../../contract/account/me.ts'
import { intlLocaleOf } from '../../contract/core/locale.ts'
import { employeeDashboardEndpoint } from '../../contract/emails/employee-dashboard.ts'
import { EmployeeFirstView } from '../../src/islands/roots/EmployeeFirstView.tsx'
import type { FirstView } from '../../src/lib/core/figures/paint.ts'
import { userFigures } from '../../src/lib/core/figures/user-figures.ts'
import { earlyCallsOf } from '../../src/lib/core/navigation/early-calls.ts'
import { employeeFigures } from '../../src/lib/emails/employee-figures.ts'
import { type EmployeeSample, employeeSamples } from './employee-samples.ts'
import { generatedEmployees } from './generated-answers.ts'
import { kindOf } from './kinds.ts'
import { placesIn, type Sample } from './place-values.ts'

/** How many answers prove the places of a build; a test tries more. */
const proofs = 20

/** The first view with one answer, and where every other answer differs from it. */
export interface PrerenderedView extends FirstView {
  readonly html: string
}

/**
 * @param locale of the page that is rendered
 * @throws Error if the view says something that has no place
 */
export function employeeView(locale: string): PrerenderedView {
  const samples = [...employeeSamples, ...generatedEmployees(proofs)].flatMap((sample) => {
    const rendered = renderEmployee(sample, locale)
    return rendered === undefined ? [] : [rendered]
  })
  const [first] = samples
  const [overview] = earlyCallsOf('employee')
  if (first === undefined || overview === undefined) throw new Error('there is no first view')
  const kinds = [meEndpoint, employeeDashboardEndpoint].map(({ output }) => kindOf(output))
  return {
    html: first.html,
    calls: overview.urls.map((url, at) => [url, kinds[at] ?? '']),
    places: placesIn(samples),
  }
}

/** @returns undefined for answers that have no place */
export function renderEmployee({ user, data }: EmployeeSample, locale: string): Sample | undefined {
  const own = employeeFigures([data], user, intlLocaleOf(locale))
  if (own === undefined) return undefined
  const ofUser = userFigures(user, locale)
  const given = {
    user: parse(meEndpoint.output, user),
    data: parse(employeeDashboardEndpoint.output, data),
  }
  return {
    html: renderToStaticMarkup(createElement(EmployeeFirstView, given)),
    values: {
      texts: [...ofUser.texts, ...own.texts],
      cases: [...ofUser.cases, ...own.cases],
    },
  }
}

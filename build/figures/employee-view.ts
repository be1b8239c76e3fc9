import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { parse } from 'valibot'
import { meEndpoint } from '../../contract/account/me.ts'
import { intlLocaleOf } from '../../contract/core/locale.ts'
import { employeeDashboardEndpoint } from '../../contract/emails/employee-dashboard.ts'
import { EmployeeFirstView } from '../../src/islands/roots/EmployeeFirstView.tsx'
import { employeeFigures } from '../../src/lib/emails/employee-figures.ts'
import { type EmployeeSample, employeeSamples } from './employee-samples.ts'
import { type PrerenderedView, prerendered, proofs, withUser } from './first-view.ts'
import { generatedEmployees } from './generated-answers.ts'
import type { Sample } from './place-values.ts'

/**
 * @param locale of the page that is rendered
 * @throws Error if the view says something that has no place
 */
export function employeeView(locale: string): PrerenderedView {
  const samples = [...employeeSamples, ...generatedEmployees(proofs)].flatMap((sample) => {
    const rendered = renderEmployee(sample, locale)
    return rendered === undefined ? [] : [rendered]
  })
  return prerendered(
    'employee',
    locale,
    [meEndpoint, employeeDashboardEndpoint],
    samples,
    () => false,
  )
}

/** @returns undefined for answers that have no place */
export function renderEmployee({ user, data }: EmployeeSample, locale: string): Sample | undefined {
  const own = employeeFigures([data], user, intlLocaleOf(locale))
  if (own === undefined) return undefined
  return {
    html: renderToStaticMarkup(employeeElement({ user, data })),
    values: withUser(user, own, locale),
  }
}

export function employeeElement({ user, data }: EmployeeSample) {
  return createElement(EmployeeFirstView, {
    user: parse(meEndpoint.output, user),
    data: parse(employeeDashboardEndpoint.output, data),
  })
}

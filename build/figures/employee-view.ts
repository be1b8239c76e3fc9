import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { parse } from 'valibot'
import { meEndpoint } from '../../contract/account/me.ts'
import { intlLocaleOf } from '../../contract/core/locale.ts'
import { employeeDashboardEndpoint } from '../../contract/emails/employee-dashboard.ts'
import { EmployeeFirstView } from '../../src/islands/roots/EmployeeFirstView.tsx'
import { employeeFigures } from '../../src/lib/employee/employee-figures.ts'
import { haveRows } from '../../src/lib/employee/threat-figures.ts'
import type { FirstValues } from '../../src/lib/figures/places.ts'
import { type EmployeeSample, employeeSamples } from './employee-samples.ts'
import { type PrerenderedView, prerendered, proofs, withUser } from './first-view.ts'
import { generatedEmployees } from './generated-answers.ts'
import type { Sample } from './place-values.ts'
import type { IsRow } from './view-tree.ts'

/** Months of threats, threats, and what gave them away. */
const isRow: IsRow = ({ attributes }, { tag }) =>
  tag === 'ul' || /^_month_/.test(attributes.get('class') ?? '')

/**
 * @param locale of the page that is rendered
 * @throws Error if the view says something that has no place
 */
export function employeeView(locale: string): PrerenderedView {
  const samples = [...employeeSamples, ...generatedEmployees(proofs)].flatMap((sample, at) => {
    const rendered = renderEmployee(sample, locale)
    if (rendered === undefined) return []
    return at < 2 ? withEveryPart(sample, rendered, locale) : rendered
  })
  return prerendered('employee', locale, [meEndpoint, employeeDashboardEndpoint], samples, isRow)
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
    isWhole: haveRows(data.recent_phishing_emails ?? []),
  })
}

/**
 * Adds what stands in the place of rows where there are none, and in the place of a subject where none is
 * kept: a template has every part.
 */
function withEveryPart(
  { user, data }: EmployeeSample,
  { html, values }: Sample,
  locale: string,
): Sample {
  const threats = data.recent_phishing_emails ?? []
  const htmlOf = (recent_phishing_emails: typeof threats) =>
    renderEmployee({ user, data: { ...data, recent_phishing_emails } }, locale)?.html ?? ''
  const calm = /<div class="state-message".*?<\/div>/.exec(htmlOf([]))?.[0] ?? ''
  const unkept = htmlOf(threats.map((threat) => ({ ...threat, email_subject: '' })))
  const [heading, fate] = [/(?<=<h4[^>]*>)(.*?) ?(?=<\/h4>)/g, /<p class="_fate.*?<\/p>/g]
  const [headings, fates] = [unkept.matchAll(heading), unkept.matchAll(fate)]
  return {
    html: html
      .replace('<div class="_month_', `${calm}$&`)
      .replace(heading, (_, kept) => `${kept}${headings.next().value?.[0] ?? ''}`)
      .replace(fate, () => fates.next().value?.[0] ?? ''),
    values: withCase(withCase(values, 'threats', 'both'), 'keptwhy', 'both'),
  }
}

/** In a view and in all its rows. */
function withCase(values: FirstValues, from: string, to: string): FirstValues {
  const { cases, rows = [] } = values
  return {
    ...values,
    cases: cases.map((name) => (name === from ? to : name)),
    rows: rows.map((list) => list.map((row) => withCase(row, from, to))),
  }
}

import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { parse } from 'valibot'
import { meEndpoint } from '../../contract/account/me.ts'
import { intlLocaleOf } from '../../contract/core/locale.ts'
import { adminDashboardEndpoint } from '../../contract/organizations/admin-dashboard.ts'
import { listOrganizationsEndpoint } from '../../contract/organizations/list-organizations.ts'
import { listUsersEndpoint } from '../../contract/users/list-users.ts'
import { Attacks } from '../../src/islands/admin/Attacks.tsx'
import { AdminFirstView } from '../../src/islands/roots/AdminFirstView.tsx'
import { adminFigures } from '../../src/lib/admin/admin-figures.ts'
import { hasRest } from '../../src/lib/core/api/has-rest.ts'
import { type AdminSample, adminSamples } from './admin-samples.ts'
import { type PrerenderedView, prerendered, proofs, withUser } from './first-view.ts'
import { generatedAdmins } from './generated-answers.ts'
import type { Sample } from './place-values.ts'

const endpoints = [meEndpoint, adminDashboardEndpoint, listUsersEndpoint, listOrganizationsEndpoint]

/**
 * @param locale of the page that is rendered
 * @throws Error if the view says something that has no place
 */
export function adminView(locale: string): PrerenderedView {
  const [first, twin, ...others] = [...adminSamples, ...generatedAdmins(proofs)].map((sample) =>
    renderAdmin(sample, locale),
  )
  const both = [first, twin].flatMap((sample) => (sample ? [withCalm(sample)] : []))
  const samples = [...both, ...(first ? [first] : []), ...others]
  return prerendered('admin', locale, endpoints, samples, (_, { tag }) => tag === 'ol')
}

export function renderAdmin(sample: AdminSample, locale: string): Sample {
  const { user, data, links } = sample
  return {
    html: renderToStaticMarkup(adminElement(sample)),
    values: withUser(user, adminFigures([data], intlLocaleOf(locale), links), locale),
  }
}

export function adminElement({ user, data, links }: AdminSample) {
  return createElement(AdminFirstView, {
    user: parse(meEndpoint.output, user),
    data: parse(adminDashboardEndpoint.output, data),
    isPart: links.some(hasRest),
  })
}

/** Adds what stands in the place of the attacks where there are none: a template has every part. */
function withCalm({ html, values }: Sample): Sample {
  const calm = createElement(Attacks, { attacks: { count: 0, attacked: [] } })
  return {
    html: html.replace('<section', `${renderToStaticMarkup(calm)}$&`),
    values: {
      ...values,
      cases: values.cases.map((name) => (name === 'attacked' ? 'both' : name)),
    },
  }
}

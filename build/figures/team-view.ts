import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { parse } from 'valibot'
import { meEndpoint } from '../../contract/account/me.ts'
import { intlLocaleOf } from '../../contract/core/locale.ts'
import { teamDashboardEndpoint } from '../../contract/team/team-dashboard.ts'
import { TeamFirstView } from '../../src/islands/roots/TeamFirstView.tsx'
import { teamFigures } from '../../src/lib/team/team-figures.ts'
import { type PrerenderedView, prerendered, proofs, withUser } from './first-view.ts'
import { generatedTeams } from './generated-answers.ts'
import type { Sample } from './place-values.ts'
import { type TeamSample, teamSamples } from './team-samples.ts'
import type { IsRow } from './view-tree.ts'

/** The rows of the members, not that of their columns. */
const isMember: IsRow = (_, { attributes }) =>
  attributes.get('role') === 'rowgroup' && !attributes.has('class')

/**
 * @param locale of the page that is rendered
 * @throws Error if the view says something that has no place
 */
export function teamView(locale: string): PrerenderedView {
  const samples = [...teamSamples, ...generatedTeams(proofs)].flatMap((sample) => {
    const rendered = renderTeam(sample, locale)
    return rendered === undefined ? [] : [rendered]
  })
  return prerendered('team', locale, [meEndpoint, teamDashboardEndpoint], samples, isMember)
}

/** @returns undefined for answers that have no place */
export function renderTeam({ user, data }: TeamSample, locale: string): Sample | undefined {
  const own = teamFigures([data], intlLocaleOf(locale))
  if (own === undefined) return undefined
  return {
    html: renderToStaticMarkup(teamElement({ user, data })),
    values: withUser(user, own, locale),
  }
}

export function teamElement({ user, data }: TeamSample) {
  return createElement(TeamFirstView, {
    user: parse(meEndpoint.output, user),
    data: parse(teamDashboardEndpoint.output, data),
  })
}

import type { Endpoint } from '../../contract/core/endpoint.ts'
import { intlLocaleOf } from '../../contract/core/locale.ts'
import { earlyCallsOf } from '../../src/lib/core/navigation/early-calls.ts'
import type { Screen } from '../../src/lib/core/navigation/screens.ts'
import type { FirstView } from '../../src/lib/figures/paint.ts'
import type { FirstValues } from '../../src/lib/figures/places.ts'
import { type GivenUser, userFigures } from '../../src/lib/figures/user-figures.ts'
import { kindOf } from './kinds.ts'
import { placesIn, type Sample } from './place-values.ts'
import type { IsRow } from './view-tree.ts'

/** How many generated answers prove the places of a build; a test tries more. */
export const proofs = 20

/** The first view with one answer, and where every other answer differs from it. */
export interface PrerenderedView extends FirstView {
  readonly html: string
}

/**
 * The values of a dashboard's frame, and then those of its screen.
 * @param locale of the page
 */
export function withUser(user: GivenUser, own: FirstValues, locale: string): FirstValues {
  const ofUser = userFigures(user, intlLocaleOf(locale))
  return {
    ...own,
    texts: [...ofUser.texts, ...own.texts],
    cases: [...ofUser.cases, ...own.cases],
  }
}

/**
 * @param locale of the page that is rendered
 * @param endpoints of the screen's first calls, in their order
 * @param samples as `placesIn` takes them
 * @throws Error if the view says something that has no place
 */
export function prerendered(
  screen: Screen,
  locale: string,
  endpoints: readonly Pick<Endpoint, 'output'>[],
  samples: readonly Sample[],
  isRow: IsRow,
): PrerenderedView {
  const [overview] = earlyCallsOf(screen)
  if (overview?.at !== 'overview') throw new Error(`another tab of ${screen} opens first`)
  if (overview.urls.length !== endpoints.length) throw new Error(`${screen} makes other calls`)
  const kinds = endpoints.map(({ output }) => kindOf(output))
  return {
    locale: intlLocaleOf(locale),
    calls: overview.urls.map((url, at) => [url, kinds[at] ?? '']),
    ...placesIn(samples, isRow),
  }
}

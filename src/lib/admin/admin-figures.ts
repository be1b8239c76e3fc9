import type * as v from 'valibot'
import { pageSize } from '../../../contract/core/limits.ts'
import type { adminDashboardEndpoint } from '../../../contract/organizations/admin-dashboard.ts'
import { makeCountFormat } from '../core/i18n/formats.ts'
import type { FirstValues } from '../figures/places.ts'
import { isLongTotal, shareOf } from './system-overview.ts'

/** The answer as it came. */
export type GivenAdminDashboard = v.InferInput<typeof adminDashboardEndpoint.output>

/**
 * The figures of the admin's first view, from the three loads (T72); also runs in the page, before
 * any other code.
 * @param locale as `intlLocaleOf` gives it
 * @param links the `Link` header of each answer
 */
export function adminFigures(
  [{ attacks, total_users, total_organizations, total_scans }]: readonly [
    GivenAdminDashboard,
    ...unknown[],
  ],
  locale: string,
  links: readonly (string | null | undefined)[],
): FirstValues {
  const format = makeCountFormat(locale)
  const totals = [total_users, total_organizations, total_scans].map((total) => total ?? 0)
  const named = attacks?.attacked ?? []
  const share = shareOf(named)
  const rows = named.map(({ id, name, recent, usual }) => ({
    texts: [
      `${new URLSearchParams({ id: `${id}` })}`,
      name ?? '',
      share(recent),
      share(usual),
      format.format(recent ?? 0),
      format.format(usual ?? 0),
    ],
    cases: [],
  }))
  const [first] = rows
  const count = (first && attacks?.count) ?? 0
  const more = count - rows.length
  return {
    texts: [
      ...[...totals, count, more].map((number) => format.format(number)),
      ...(first?.texts ?? []),
    ],
    cases: [
      attacks ? (count ? 'attacked' : 'calm') : '',
      new Intl.PluralRules(locale).select(count),
      count > 1 ? 'several' : '',
      more > 0 ? 'more' : '',
      totals.some(isLongTotal) ? 'long' : '',
      links.some(hasRest) ? 'part' : '',
    ],
    rows: [count > 1 ? rows : []],
  }
}

/**
 * Whether a list has more than its first page, and is loaded whole (`createSearchedList`). In short, because
 * it runs before any other code.
 * @param link the `Link` header of the first page, as far as there is one
 */
export function hasRest(link: string | null | undefined): boolean {
  const total = Number(/total="?(\d+)/i.exec(link ?? '')?.[1])
  return /rel="?next/i.test(link ?? '') && !(total > pageSize)
}

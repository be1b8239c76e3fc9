import type { Configuration } from '../../core/configuration.ts'
import { notOffered } from '../../sign-in/not-offered.ts'
import { type Finding, leftOut } from './finding.ts'

/** Features that users will not find, because a setting is missing; it may be meant so. The key has a check of its own. */
export function checkOffers(configuration: Configuration): readonly Finding[] {
  return notOffered({ ...configuration, hasKey: true }).map(({ what, needs }) =>
    leftOut(`Not offered: ${what}, which need ${needs}`),
  )
}

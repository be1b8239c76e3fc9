import { useStore } from '@nanostores/react'
import {
  $organizationFilter,
  type OrganizationSort,
  reverseOrganizations,
  sortOrganizations,
} from '../../lib/organizations/organization-filter.ts'
import { industries } from '../../lib/organizations/organization-form.ts'
import { $organizationSort } from '../../lib/organizations/organizations.ts'
import { $organizationsWords } from '../../lib/organizations/words/organizations.words.yaml'
import { ListFilter } from '../core/filters/ListFilter.tsx'

export function OrganizationFilter() {
  const words = useStore($organizationsWords)
  const { isReversed } = useStore($organizationFilter)
  const { sorts, sort } = useStore($organizationSort)
  return (
    <ListFilter
      $filter={$organizationFilter}
      names={['industry', 'gateway', 'attacks']}
      words={words}
      sorts={sorts}
      sort={sort}
      order={orderInWords({ sort, isReversed }, words)}
      onSort={sortOrganizations}
      onReverse={reverseOrganizations}
    >
      {(select) => (
        <>
          {select('industry', words.industry, industries, words)}
          {select('gateway', words.gateway, ['silent'], { silent: words.silentOnes })}
          {select('attacks', words.attacks, ['unusual'], { unusual: words.unusualOnes })}
        </>
      )}
    </ListFilter>
  )
}

function orderInWords(
  { sort, isReversed }: { readonly sort: OrganizationSort; readonly isReversed: boolean },
  words: ReturnType<typeof $organizationsWords.get>,
): string {
  if (sort === 'byName') return isReversed ? words.zToA : words.aToZ
  if (sort === 'byCreated') return isReversed ? words.oldestFirst : words.newestFirst
  return isReversed ? words.lowestFirst : words.highestFirst
}

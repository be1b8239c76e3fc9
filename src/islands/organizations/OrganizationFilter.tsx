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
import { FilterBar } from '../core/filters/FilterBar.tsx'
import { FilterSelect } from '../core/filters/FilterSelect.tsx'
import { SortControls } from '../core/filters/SortControls.tsx'

const search = (wanted: string) => $organizationFilter.setKey('search', wanted)

/** Search, filter and order of the organizations. */
export function OrganizationFilter() {
  const words = useStore($organizationsWords)
  const filter = useStore($organizationFilter)
  const { sorts, sort } = useStore($organizationSort)
  return (
    <FilterBar
      label={words.search}
      hint={words.searchHint}
      search={filter.search}
      onSearch={search}
      activeCount={
        [filter.industry, filter.gateway, filter.attacks].filter((value) => value !== '').length
      }
    >
      <FilterSelect
        label={words.industry}
        all={words.all}
        values={industries}
        labels={words}
        value={filter.industry}
        onChoose={(industry) => $organizationFilter.setKey('industry', industry)}
      />
      <FilterSelect
        label={words.gateway}
        all={words.all}
        values={['silent']}
        labels={{ silent: words.silentOnes }}
        value={filter.gateway}
        onChoose={(gateway) => $organizationFilter.setKey('gateway', gateway)}
      />
      <FilterSelect
        label={words.attacks}
        all={words.all}
        values={['unusual']}
        labels={{ unusual: words.unusualOnes }}
        value={filter.attacks}
        onChoose={(attacks) => $organizationFilter.setKey('attacks', attacks)}
      />
      <SortControls
        label={words.sort}
        sorts={sorts}
        labels={words}
        sort={sort}
        order={orderInWords({ sort, isReversed: filter.isReversed }, words)}
        onSort={sortOrganizations}
        onReverse={reverseOrganizations}
      />
    </FilterBar>
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

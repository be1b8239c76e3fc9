import { useStore } from '@nanostores/react'
import { industries } from '../../lib/organizations/organization-form.ts'
import {
  $organizationFilter,
  type OrganizationSort,
  organizationSorts,
  sortOrganizations,
} from '../../lib/organizations/organizations.ts'
import { $organizationsMessages } from '../../lib/organizations/words/organizations.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { FilterBar } from '../core/parts/FilterBar.tsx'
import { FilterSelect } from '../core/parts/FilterSelect.tsx'

const search = (wanted: string) => $organizationFilter.setKey('search', wanted)

/** Search, filter and order of the organizations. */
export function OrganizationFilter() {
  const messages = useStore($organizationsMessages)
  const filter = useStore($organizationFilter)
  return (
    <FilterBar
      label={messages.search}
      hint={messages.searchHint}
      search={filter.search}
      onSearch={search}
      activeCount={[filter.industry, filter.gateway].filter((value) => value !== '').length}
    >
      <FilterSelect
        label={messages.industry}
        all={messages.all}
        values={industries}
        labels={messages}
        value={filter.industry}
        onChoose={(industry) => $organizationFilter.setKey('industry', industry)}
      />
      <FilterSelect
        label={messages.gateway}
        all={messages.all}
        values={['silent']}
        labels={{ silent: messages.silentOnes }}
        value={filter.gateway}
        onChoose={(gateway) => $organizationFilter.setKey('gateway', gateway)}
      />
      <FilterSelect
        label={messages.sort}
        values={organizationSorts}
        labels={messages}
        value={filter.sort}
        onChoose={sortOrganizations}
      />
      <Button
        variant="secondary"
        onClick={() => $organizationFilter.setKey('isReversed', !filter.isReversed)}
      >
        {directionOf(filter, messages)}
      </Button>
    </FilterBar>
  )
}

function directionOf(
  { sort, isReversed }: { readonly sort: OrganizationSort; readonly isReversed: boolean },
  messages: ReturnType<typeof $organizationsMessages.get>,
): string {
  if (sort === 'byName') return isReversed ? messages.zToA : messages.aToZ
  if (sort === 'byCreated') return isReversed ? messages.oldestFirst : messages.newestFirst
  return isReversed ? messages.lowestFirst : messages.highestFirst
}

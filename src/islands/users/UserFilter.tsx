import { useStore } from '@nanostores/react'
import { $userFilter, sortUsers, type UserSort } from '../../lib/users/user-filter.ts'
import { $userSort, roles } from '../../lib/users/users.ts'
import { $usersWords } from '../../lib/users/words/users.words.yaml'
import { FilterBar } from '../core/filters/FilterBar.tsx'
import { FilterSelect } from '../core/filters/FilterSelect.tsx'
import { SortControls } from '../core/filters/SortControls.tsx'
import { OrganizationPicker } from '../core/parts/OrganizationPicker.tsx'

const search = (wanted: string) => $userFilter.setKey('search', wanted)

/** Search, filters and order of the users. */
export function UserFilter() {
  const words = useStore($usersWords)
  const filter = useStore($userFilter)
  const { sorts, sort } = useStore($userSort)
  const chosen = [filter.role, filter.organization, filter.status, filter.need]
  const active = chosen.filter((value) => value !== '')
  return (
    <FilterBar
      label={words.search}
      hint={words.searchHint}
      search={filter.search}
      onSearch={search}
      activeCount={active.length}
    >
      <FilterSelect
        label={words.role}
        all={words.all}
        values={roles}
        labels={words}
        value={filter.role}
        onChoose={(role) => $userFilter.setKey('role', role)}
      />
      <OrganizationPicker
        placeholder={words.all}
        initialId={filter.organization}
        onChoose={(organization) => $userFilter.setKey('organization', organization)}
      />
      <FilterSelect
        label={words.status}
        all={words.all}
        values={['active', 'inactive']}
        labels={words}
        value={filter.status}
        onChoose={(status) => $userFilter.setKey('status', status)}
      />
      <FilterSelect
        label={words.need}
        all={words.all}
        values={['invitation', 'factor']}
        labels={{ invitation: words.needsInvitation, factor: words.needsFactor }}
        value={filter.need}
        onChoose={(need) => $userFilter.setKey('need', need)}
      />
      <SortControls
        label={words.sort}
        sorts={sorts}
        labels={words}
        sort={sort}
        order={orderInWords({ sort, isReversed: filter.isReversed }, words)}
        onSort={sortUsers}
        onReverse={() => $userFilter.setKey('isReversed', !filter.isReversed)}
      />
    </FilterBar>
  )
}

function orderInWords(
  { sort, isReversed }: { readonly sort: UserSort; readonly isReversed: boolean },
  words: ReturnType<typeof $usersWords.get>,
): string {
  if (sort === 'byRisk') return isReversed ? words.lowestFirst : words.highestFirst
  if (sort === 'byRole') return isReversed ? words.adminsFirst : words.employeesFirst
  if (sort === 'byStatus') return isReversed ? words.inactiveFirst : words.activeFirst
  return isReversed ? words.zToA : words.aToZ
}

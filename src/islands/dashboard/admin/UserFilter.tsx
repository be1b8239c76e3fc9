import { useStore } from '@nanostores/react'
import { $usersMessages } from '../../../lib/messages/users.ts'
import { $userFilter, roles, sortUsers, type UserSort, userSorts } from '../../../lib/users.ts'
import { Button } from '../../../ui/Button.tsx'
import { Options } from '../../../ui/Options.tsx'
import { FilterBar } from '../parts/FilterBar.tsx'
import { FilterSelect } from './FilterSelect.tsx'
import { OrganizationPicker } from './OrganizationPicker.tsx'

const search = (wanted: string) => $userFilter.setKey('search', wanted)

/** Search, filters and order of the users. */
export function UserFilter() {
  const messages = useStore($usersMessages)
  const filter = useStore($userFilter)
  const active = [filter.role, filter.organization, filter.status].filter((value) => value !== '')
  return (
    <FilterBar
      label={messages.search}
      hint={messages.searchHint}
      search={filter.search}
      onSearch={search}
      activeCount={active.length}
    >
      <FilterSelect
        label={messages.role}
        value={filter.role}
        onChoose={(role) => $userFilter.setKey('role', role)}
      >
        <option value="">{messages.all}</option>
        <Options values={roles} labels={messages} />
      </FilterSelect>
      <OrganizationPicker
        placeholder={messages.all}
        initialId={filter.organization}
        onChoose={(organization) => $userFilter.setKey('organization', organization)}
      />
      <FilterSelect
        label={messages.status}
        value={filter.status}
        onChoose={(status) => $userFilter.setKey('status', status)}
      >
        <option value="">{messages.all}</option>
        <Options values={['active', 'inactive']} labels={messages} />
      </FilterSelect>
      <FilterSelect label={messages.sort} value={filter.sort} onChoose={sortUsers}>
        <Options values={userSorts} labels={messages} />
      </FilterSelect>
      <Button
        variant="secondary"
        onClick={() => $userFilter.setKey('isReversed', !filter.isReversed)}
      >
        {directionOf(filter, messages)}
      </Button>
    </FilterBar>
  )
}

/** What the order means: 'Highest first' rather than 'Descending'. */
function directionOf(
  { sort, isReversed }: { readonly sort: UserSort; readonly isReversed: boolean },
  messages: ReturnType<typeof $usersMessages.get>,
): string {
  if (sort === 'byRisk') return isReversed ? messages.lowestFirst : messages.highestFirst
  if (sort === 'byRole') return isReversed ? messages.adminsFirst : messages.employeesFirst
  if (sort === 'byStatus') return isReversed ? messages.inactiveFirst : messages.activeFirst
  return isReversed ? messages.zToA : messages.aToZ
}

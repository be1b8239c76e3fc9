import { useStore } from '@nanostores/react'
import { $userFilter, roles, sortUsers, type UserSort, userSorts } from '../../lib/users/users.ts'
import { $usersMessages } from '../../lib/users/words/users.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { FilterBar } from '../core/parts/FilterBar.tsx'
import { FilterSelect } from '../core/parts/FilterSelect.tsx'
import { OrganizationPicker } from '../core/parts/OrganizationPicker.tsx'

const search = (wanted: string) => $userFilter.setKey('search', wanted)

/** Search, filters and order of the users. */
export function UserFilter() {
  const messages = useStore($usersMessages)
  const filter = useStore($userFilter)
  const chosen = [filter.role, filter.organization, filter.status, filter.need]
  const active = chosen.filter((value) => value !== '')
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
        all={messages.all}
        values={roles}
        labels={messages}
        value={filter.role}
        onChoose={(role) => $userFilter.setKey('role', role)}
      />
      <OrganizationPicker
        placeholder={messages.all}
        initialId={filter.organization}
        onChoose={(organization) => $userFilter.setKey('organization', organization)}
      />
      <FilterSelect
        label={messages.status}
        all={messages.all}
        values={['active', 'inactive']}
        labels={messages}
        value={filter.status}
        onChoose={(status) => $userFilter.setKey('status', status)}
      />
      <FilterSelect
        label={messages.need}
        all={messages.all}
        values={['invitation', 'factor']}
        labels={{ invitation: messages.needsInvitation, factor: messages.needsFactor }}
        value={filter.need}
        onChoose={(need) => $userFilter.setKey('need', need)}
      />
      <FilterSelect
        label={messages.sort}
        values={userSorts}
        labels={messages}
        value={filter.sort}
        onChoose={sortUsers}
      />
      <Button
        variant="secondary"
        onClick={() => $userFilter.setKey('isReversed', !filter.isReversed)}
      >
        {directionOf(filter, messages)}
      </Button>
    </FilterBar>
  )
}

/** The direction in words: 'Highest first' rather than 'Descending'. */
function directionOf(
  { sort, isReversed }: { readonly sort: UserSort; readonly isReversed: boolean },
  messages: ReturnType<typeof $usersMessages.get>,
): string {
  if (sort === 'byRisk') return isReversed ? messages.lowestFirst : messages.highestFirst
  if (sort === 'byRole') return isReversed ? messages.adminsFirst : messages.employeesFirst
  if (sort === 'byStatus') return isReversed ? messages.inactiveFirst : messages.activeFirst
  return isReversed ? messages.zToA : messages.aToZ
}

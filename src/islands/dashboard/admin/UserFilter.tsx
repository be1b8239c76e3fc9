import { useStore } from '@nanostores/react'
import { $usersMessages } from '../../../lib/messages/users.ts'
import type { Organization } from '../../../lib/organization-form.ts'
import { $userFilter, roles, sortUsers, type UserSort, userSorts } from '../../../lib/users.ts'
import { Button } from '../../../ui/Button.tsx'
import { Options } from '../../../ui/Options.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import { FilterSelect } from './FilterSelect.tsx'
import styles from './UserFilter.module.css'

const search = (wanted: string) => $userFilter.setKey('search', wanted)

/** Search, filters and order of the users. */
export function UserFilter({ organizations }: { readonly organizations: readonly Organization[] }) {
  const messages = useStore($usersMessages)
  const filter = useStore($userFilter)
  return (
    <search className={styles.filter}>
      <div className={styles.search}>
        <SearchField
          label={messages.search}
          hint={messages.searchHint}
          value={filter.search}
          onSearch={search}
        />
      </div>
      <FilterSelect
        label={messages.role}
        value={filter.role}
        onChoose={(role) => $userFilter.setKey('role', role)}
      >
        <option value="">{messages.all}</option>
        <Options values={roles} labels={messages} />
      </FilterSelect>
      <FilterSelect
        label={messages.organization}
        value={filter.organization}
        onChoose={(organization) => $userFilter.setKey('organization', organization)}
      >
        <option value="">{messages.all}</option>
        {organizations.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </FilterSelect>
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
    </search>
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

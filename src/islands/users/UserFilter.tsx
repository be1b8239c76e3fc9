import { useStore } from '@nanostores/react'
import { $rolesWords } from '../../lib/core/words/roles.words.yaml'
import { $connectionsWords } from '../../lib/mailboxes/words/connections.words.yaml'
import { $userFilter, sortUsers, type UserSort } from '../../lib/users/user-filter.ts'
import { $userSort, roles } from '../../lib/users/users.ts'
import { $usersWords } from '../../lib/users/words/users.words.yaml'
import { ListFilter } from '../core/filters/ListFilter.tsx'
import { OrganizationPicker } from '../core/parts/OrganizationPicker.tsx'

export function UserFilter() {
  const words = useStore($usersWords)
  const mailboxWords = useStore($connectionsWords)
  const roleWords = useStore($rolesWords)
  const { organization, isReversed } = useStore($userFilter)
  const { sorts, sort } = useStore($userSort)
  const needs = {
    invitation: words.needsInvitation,
    factor: words.needsFactor,
    mailbox: words.needsMailbox,
    'failing-mailbox': mailboxWords.failing,
  }
  return (
    <ListFilter
      $filter={$userFilter}
      names={['role', 'organization', 'status', 'need']}
      words={words}
      sorts={sorts}
      sort={sort}
      order={orderInWords({ sort, isReversed }, words)}
      onSort={sortUsers}
      onReverse={() => $userFilter.setKey('isReversed', !isReversed)}
    >
      {(select) => (
        <>
          {select('role', words.role, roles, roleWords)}
          <OrganizationPicker
            placeholder={words.all}
            initialId={organization}
            onChoose={(chosen) => $userFilter.setKey('organization', chosen)}
          />
          {select('status', words.status, ['active', 'inactive'], words)}
          {select(
            'need',
            words.need,
            ['invitation', 'factor', 'mailbox', 'failing-mailbox'],
            needs,
          )}
        </>
      )}
    </ListFilter>
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

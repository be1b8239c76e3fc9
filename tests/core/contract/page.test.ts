import { describe } from 'vitest'
import { listUsersEndpoint } from '../../../contract/users/list-users.ts'
import { letters, testInputs } from '../../support/server/inputs.ts'

describe('input for a page of a list', { tags: ['R376'] }, () => {
  testInputs(listUsersEndpoint, [
    [undefined, undefined],
    [{}, {}],
    [
      { limit: '500', q: ' nour ', cursor: 'x' },
      { limit: 500, q: 'nour', cursor: 'x' },
    ],
    [{ limit: 1 }, { limit: 1 }],
    [{ limit: '0' }, 'limit: must be at least 1'],
    [{ limit: '501' }, 'limit: must be at most 500'],
    [{ limit: 1.5 }, 'limit: must be a whole number'],
    [{ limit: 'x' }, 'limit: is not a whole number'],
    [{ limit: '1x' }, 'limit: is not a whole number'],
    [{ limit: 'x1' }, 'limit: is not a whole number'],
    [{ limit: '1234567' }, 'limit: is not a whole number'],
    [{ cursor: letters(8001) }, 'cursor: must not be longer than 8000'],
    [{ q: letters(121) }, 'q: must not be longer than 120'],
    [
      { sort: 'name', order: 'desc', role: 'employee', organization_id: 7, status: 'active' },
      { sort: 'name', order: 'desc', role: 'employee', organization_id: '7', status: 'active' },
    ],
    [{ sort: 'x' }, 'sort: must be one of created_at, name, username, email, role, status'],
    [{ order: 'up' }, 'order: must be one of asc, desc'],
    [{ role: 'x' }, 'role: must be one of employee, team_lead, super_admin'],
    [{ status: '1' }, 'status: must be one of active, inactive'],
    [{ industry: 'finance' }, 'industry: is not a known field'],
  ])
})

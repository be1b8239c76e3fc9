import { describe } from 'vitest'
import { saveUserEndpoint } from '../../../contract/users/save-user.ts'
import { letters, testInputs } from '../../support/server/inputs.ts'

/** A domain whose labels are as long as DNS allows. */
const longDomain = (length: number) =>
  `${`${letters(63)}.`.repeat(3)}${letters(length - 192 - 8)}.example`

const user = {
  username: ' rania ',
  email: ' Rania@Firm.example ',
  full_name: ' Rania ',
  role: 'team_lead',
  organization_id: 7,
  password: '  12 letters ',
}
const readUser = {
  ...user,
  username: 'rania',
  email: 'rania@firm.example',
  full_name: 'Rania',
  organization_id: '7',
  department: '',
  phone: '',
}

describe('input for saving a user', { tags: ['R376'] }, () => {
  testInputs(saveUserEndpoint, [
    [user, readUser],
    [
      { ...user, department: ' IT ', phone: ' 1 ', is_active: false },
      { ...readUser, department: 'IT', phone: '1', is_active: false },
    ],
    [
      { ...user, id: 3, password: undefined },
      { ...readUser, id: '3', password: '' },
    ],
    [{ ...user, password: '' }, 'password: must have at least 12'],
    [
      { ...user, password: letters(12) },
      { ...readUser, password: letters(12) },
    ],
    [{ ...user, password: letters(129) }, 'password: must not be longer than 128'],
    [{ ...user, id: 3, password: 'short' }, 'password: must have at least 12'],
    [{ ...user, username: ' ' }, 'username: must not be empty'],
    [{ ...user, full_name: letters(121) }, 'full_name: must not be longer than 120'],
    [{ ...user, department: letters(121) }, 'department: must not be longer than 120'],
    [{ ...user, phone: letters(41) }, 'phone: must not be longer than 40'],
    [{ ...user, role: 'owner' }, 'role: must be one of employee, team_lead, super_admin'],
    [{ ...user, is_active: 'yes' }, 'is_active: must be true or false'],
    [{ ...user, risk_score: 0 }, 'risk_score: is not a known field'],
    [{ ...user, email: 'a@b@c' }, 'email: is not an email address'],
    [
      { ...user, email: `a@${longDomain(252)}` },
      { ...readUser, email: `a@${longDomain(252)}` },
    ],
    [{ ...user, email: `a@${longDomain(253)}` }, 'email: must not be longer than 254'],
  ])
})

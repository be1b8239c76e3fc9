import { describe } from 'vitest'
import { saveOrganizationEndpoint } from '../../../contract/organizations/save-organization.ts'
import { letters, testInputs } from '../../support/server/inputs.ts'

const organization = {
  name: ' Clinic ',
  industry: 'health_tech',
  contact_email: 'Office@Clinic.example',
}
const readOrganization = {
  name: 'Clinic',
  industry: 'health_tech',
  contact_email: 'office@clinic.example',
  phone: '',
  address: '',
  website: '',
  employee_count: 0,
}

describe('input for saving an organization', { tags: ['R376'] }, () => {
  testInputs(saveOrganizationEndpoint, [
    [organization, readOrganization],
    ...(
      [
        ['7.9', 7],
        [-3, 0],
        [null, 0],
        [10_000_000, 10_000_000],
      ] as const
    ).map(([employee_count, count]): [unknown, unknown] => [
      { ...organization, employee_count },
      { ...readOrganization, employee_count: count },
    ]),
    [{ ...organization, employee_count: 10_000_001 }, 'employee_count: must be at most 10000000'],
    [{ ...organization, employee_count: [] }, 'employee_count: is not valid'],
    [{ ...organization, name: ' ' }, 'name: must not be empty'],
    [{ ...organization, name: letters(121) }, 'name: must not be longer than 120'],
    [
      { ...organization, industry: 'mining' },
      'industry: must be one of finance, health_tech, insurance, other',
    ],
    [
      { ...organization, phone: ' 1 ', address: ' 2 ', website: ' 3 ' },
      { ...readOrganization, phone: '1', address: '2', website: '3' },
    ],
    [{ ...organization, total_cost: 0 }, 'total_cost: is not a known field'],
  ])
})

import * as v from 'valibot'
import { filledLine, givenOrganization, optionalLine, savedAnswer } from '../core/basic.ts'
import { foldDigits } from '../core/digits.ts'
import { email } from '../core/email.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { field } from '../core/field.ts'
import { limits } from '../core/limits.ts'
import { givenLocale } from '../core/locale-field.ts'
import { givenPhone } from '../core/phone.ts'
import { unknownOrganization } from '../receipts/generate-receipt.ts'
import { user } from '../users/user.ts'
import { industries, organization } from './organization-fields.ts'

/**
 * Anything that is not a number becomes 0, decimals are cut off, negative values become 0 (R278).
 */
const employeeCount = v.pipe(
  v.union([v.number(), v.string(), v.null()]),
  v.transform((given) => Math.max(0, Math.trunc(Number(foldDigits(String(given ?? '')))) || 0)),
  v.maxValue(limits.employeeCount),
)

const shared = {
  name: field(filledLine(limits.name), 'The name, unique whatever its case.', 'Cedar Clinic'),
  industry: field(v.picklist(industries), 'The branch of business.', 'health_tech'),
  contact_email: field(email, 'Where Aman writes to.', 'office@clinic.example', 'email'),
  phone: field(v.optional(givenPhone, ''), user.entries.phone),
  address: field(optionalLine(limits.address), 'The postal address.', '12 Rainbow Street, Amman'),
  website: field(optionalLine(limits.website), organization.entries.website),
  employee_count: field(v.optional(employeeCount, 0), 'How many people work there.', 120),
  locale: field(v.optional(givenLocale), organization.entries.locale),
}

export const organizationNameTaken = defineError(409, 'organization_name_taken', {
  description: 'The name is taken already',
  params: v.object({ name: v.string() }),
  example: { name: 'Cedar Clinic' },
  sentence: ({ name }) => `There is an organization named ${name} already`,
  fields: () => ['name'],
})

export const saveOrganizationEndpoint = defineEndpoint('POST /admin/organizations/detailed', {
  summary: 'Create an organization, or change the one with the id',
  access: 'manage:organizations',
  input: v.union([
    v.strictObject(shared),
    v.strictObject({
      ...shared,
      id: field(givenOrganization, 'The organization to change, or the one that was saved.'),
    }),
  ]),
  output: savedAnswer,
  errors: [unknownOrganization, organizationNameTaken],
})

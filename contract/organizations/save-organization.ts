import * as v from 'valibot'
import { filledLine, givenId, optionalLine, savedAnswer } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { foldDigits } from '../core/digits.ts'
import { email } from '../core/email.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { limits } from '../core/limits.ts'
import { givenLocale } from '../core/locale-field.ts'
import { givenPhone } from '../core/phone.ts'
import { unknownOrganization } from '../receipts/generate-receipt.ts'
import { industries, organizationFields } from './organization-fields.ts'

/** Anything that is not a number becomes 0, decimals are cut off, negative values become 0 (R278). */
const employeeCount = v.pipe(
  v.union([v.number(), v.string(), v.null()]),
  v.transform((given) => Math.max(0, Math.trunc(Number(foldDigits(String(given ?? '')))) || 0)),
  v.maxValue(limits.employeeCount),
)

const shared = {
  name: filledLine(limits.name),
  industry: v.picklist(industries),
  contact_email: email,
  phone: v.optional(givenPhone, ''),
  address: optionalLine(limits.address),
  website: optionalLine(limits.website),
  employee_count: v.optional(employeeCount, 0),
  /** Omitted in a change, it stays. */
  locale: v.optional(givenLocale),
}

/**
 * POST /admin/organizations/detailed (R325, R364): creates an organization or, with an `id`, changes one
 *. 409 if the name is taken.
 */
export const saveOrganizationEndpoint = defineEndpoint({
  method: 'POST',
  path: '/admin/organizations/detailed',
  access: 'manage:organizations',
  input: v.union([v.strictObject(shared), v.strictObject({ ...shared, id: givenId })]),
  output: savedAnswer,
})

export const organizationNameTaken = defineError({
  code: 'organization_name_taken',
  status: 409,
  description: 'The name is taken already',
  params: v.object({ name: v.string() }),
  example: { name: 'Cedar Clinic' },
  sentence: ({ name }) => `There is an organization named ${name} already`,
  fields: () => ['name'],
})

export const saveOrganizationCall = describeCall(saveOrganizationEndpoint, {
  summary: 'Create an organization, or change the one with the id',
  tag: 'Administration',
  fields: [
    organizationFields,
    {
      id: {
        description: 'The organization to change, or the one that was saved.',
        example: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093',
      },
    },
  ],
  examples: {
    input: {
      name: 'Cedar Clinic',
      industry: 'health_tech',
      contact_email: 'office@clinic.example',
      phone: '+962 6 555 0100',
      address: '12 Rainbow Street, Amman',
      website: 'https://clinic.example',
      employee_count: 120,
      locale: 'ar',
    },
    output: { success: true, id: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093' },
  },
  errors: [unknownOrganization, organizationNameTaken],
})

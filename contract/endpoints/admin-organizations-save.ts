import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { filledLine, optionalLine, savedAnswer } from '../fields/basic.ts'
import { email } from '../fields/email.ts'
import { industries } from '../fields/organization.ts'
import { limits } from '../limits.ts'

/** Anything that is not a number becomes 0, decimals are cut off, negative values become 0 (R278). */
const employeeCount = v.pipe(
  v.union([v.number(), v.string(), v.null()]),
  v.transform((given) => Math.max(0, Math.trunc(Number(given)) || 0)),
  v.maxValue(limits.employeeCount),
)

/** POST /admin/organizations/detailed (R325, R364). 409 if the name is taken. */
export const adminOrganizationsSaveEndpoint = defineEndpoint({
  method: 'POST',
  path: '/admin/organizations/detailed',
  access: 'manage:organizations',
  input: v.strictObject({
    name: filledLine(limits.name),
    industry: v.picklist(industries),
    contact_email: email,
    phone: optionalLine(limits.phone),
    address: optionalLine(limits.address),
    website: optionalLine(limits.website),
    employee_count: v.optional(employeeCount, 0),
  }),
  output: savedAnswer,
})

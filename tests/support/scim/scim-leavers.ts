import { enterprise } from './scim.ts'

/** As Entra ID ends a user. */
export const inactive = { op: 'Replace', path: 'active', value: 'False' }
const custom = 'urn:ietf:params:scim:schemas:extension:cedar:2.0:User'

/**
 * Operations that a provider sends beside the end of a user, of whom Aman keeps less than it does.
 */
export const besides: readonly (readonly [name: string, operation: object])[] = [
  ['a number that is not there', remove('phoneNumbers[type eq "fax"].value')],
  [
    'a list of values that are not there',
    remove('emails', [{ type: 'home', value: 'x@y.example' }]),
  ],
  ['a value by its text that is not there', remove('phoneNumbers', 'none')],
  ['a number with its value', remove('phoneNumbers[type eq "work"].value', '+962 6 555 0100')],
  ['a whole value', remove('phoneNumbers[type eq "work" and primary eq true]')],
  ['the only address', remove('emails[type eq "work"].value', 'rania.khoury@cedar.example')],
  ['a name with its value', remove('displayName', 'Rania Khoury')],
  ['a part of the name with its value', remove('name.familyName', 'Khoury')],
  ['the id', remove('externalId', 'rania.khoury')],
  ['a department with its value', remove(`${enterprise}:department`, 'Payments')],
  ['the whole extension', remove(enterprise)],
  ['a part of a manager', remove(`${enterprise}:manager.value`)],
  ['a part of a part of an unknown attribute', remove('x.y.z')],
  [
    'part of an extension of the provider',
    { op: 'Add', path: `${custom}:badge.value`, value: '7' },
  ],
  ['another extension with no path', { op: 'Replace', value: { [custom]: { badge: '7' } } }],
  ['a name of no attribute', { op: 'Replace', value: { '': 1, $ref: 2, 'two words': 3, '[]': 4 } }],
  [
    'an attribute that cannot be written',
    { op: 'Replace', value: { id: 'x', meta: {}, schemas: [] } },
  ],
  [
    'nothing as a value',
    { op: 'Replace', path: 'phoneNumbers[type eq "work"].value', value: null },
  ],
  ['an empty list', { op: 'Replace', path: 'phoneNumbers', value: [] }],
]

export function remove(path: string, value?: unknown) {
  return { op: 'Remove', path, ...(value === undefined ? {} : { value }) }
}

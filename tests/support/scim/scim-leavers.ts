import { enterprise } from './scim.ts'

/** As Entra ID ends a user. */
export const inactive = { op: 'Replace', path: 'active', value: 'False' }
const custom = 'urn:ietf:params:scim:schemas:extension:cedar:2.0:User'

/**
 * Operations that a provider sends beside the end of a user, of whom Aman keeps less than it does.
 */
export const besides: readonly (readonly [name: string, operation: object])[] = [
  ['a number that is not there', remove('phoneNumbers[type eq "fax"].value')],
  ['an address that is not there', remove('emails[type eq "home"].value')],
  [
    'a list of values that are not there',
    remove('emails', [{ type: 'home', value: 'x@y.example' }]),
  ],
  ['a value by its text that is not there', remove('phoneNumbers', 'none')],
  ['a number with its value', remove('phoneNumbers[type eq "work"].value', '+962 6 555 0100')],
  ['numbers with their values', remove('phoneNumbers', [{ value: '+962 6 555 0100' }])],
  ['the type of a number', remove('phoneNumbers[type eq "work"].type', 'work')],
  ['a whole value', remove('phoneNumbers[type eq "work" and primary eq true]')],
  ['the only address', remove('emails[type eq "work"].value', 'rania.khoury@cedar.example')],
  ['all addresses', remove('emails')],
  ['a name with its value', remove('displayName', 'Rania Khoury')],
  ['a part of the name with its value', remove('name.familyName', 'Khoury')],
  ['a part of the name that is not kept', remove('name.honorificPrefix', 'Dr.')],
  ['the whole name', remove('name', { familyName: 'Khoury' })],
  ['the id', remove('externalId', 'rania.khoury')],
  ['the language', remove('preferredLanguage', 'ar')],
  ['a department with its value', remove(`${enterprise}:department`, 'Payments')],
  ['the whole extension', remove(enterprise)],
  ['a manager', remove(`${enterprise}:manager`, 'x')],
  ['a part of a manager', remove(`${enterprise}:manager.value`)],
  ['an unknown attribute', remove('title', 'Accountant')],
  ['a part of an unknown attribute', remove('addresses[type eq "work"].streetAddress')],
  ['a part of a part of an unknown attribute', remove('x.y.z')],
  ['roles', remove('roles[primary eq "True"].value')],
  ['an extension of the provider', remove(`${custom}:badge`, '7')],
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
  ['nothing as a list', { op: 'Replace', path: 'phoneNumbers', value: null }],
  ['nothing as a name', { op: 'Replace', path: 'name', value: null }],
  ['an empty list', { op: 'Replace', path: 'phoneNumbers', value: [] }],
]

export function remove(path: string, value?: unknown) {
  return { op: 'Remove', path, ...(value === undefined ? {} : { value }) }
}

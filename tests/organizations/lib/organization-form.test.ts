import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { organization as organizationField } from '../../../contract/organizations/organization-fields.ts'
import { forgetSession, forgetUser } from '../../../src/lib/core/storage/forget.ts'
import {
  $createdOrganizationId,
  employeeCountOf,
  saveOrganization,
} from '../../../src/lib/organizations/organization-form.ts'
import { $organizationsWords } from '../../../src/lib/organizations/words/organizations.words.yaml'
import { formOf, saidNotices } from '../../support/browser/screen-state.ts'
import { withStubbedServer } from '../../support/server/stubbed-server.ts'
import { adminLists } from '../../support/worlds/admin-lists.ts'

const server = withStubbedServer()
const save = 'POST /api/admin/organizations/detailed'
const list = 'GET /api/admin/organizations'
const organizationsWords = $organizationsWords.get()
const cedar = v.parse(organizationField, { id: 'o1', name: 'Cedar Clinic' })
const typed = {
  name: ' Cedar Clinic ',
  industry: 'health_tech',
  contact_email: 'office@clinic.example',
  phone: '+962 6 555 0100',
  employee_count: '12.7',
}
const sent = {
  ...typed,
  ...{ name: 'Cedar Clinic', address: '', website: '', employee_count: 12 },
}

afterEach(() => {
  forgetSession()
  forgetUser()
})

test.each([
  ['', 0],
  ['many', 0],
  ['-1', 0],
  ['2.9', 2],
  ['250', 250],
  ['٢٥٠', 250],
])('the employee count %j is saved as %d', { tags: ['R322', 'R373'] }, (text, count) => {
  expect(employeeCountOf(text)).toBe(count)
})

test('an organization is created as typed, and the list shows it', async () => {
  server.answer({ ...adminLists, [save]: { success: true, id: 'o7' } })
  expect(await saveOrganization(formOf(typed))).toEqual({ status: 'done' })
  expect(server.changes()).toEqual([[save, sent]])
  expect(saidNotices()).toEqual([`success: ${organizationsWords.saved}`])
  expect($createdOrganizationId.get()).toBe('o7')
  expect(server.inputs(list)).not.toEqual([])
  forgetUser()
  expect($createdOrganizationId.get()).toBeUndefined()
})

test('a changed organization is sent with its id, and is not the created one', async () => {
  server.answer({ ...adminLists, [save]: { success: true, id: 'o1' } })
  const form = formOf({ ...typed, address: 'Amman', website: 'https://clinic.example' })
  expect(await saveOrganization(form, cedar)).toEqual({ status: 'done' })
  expect(server.changes()).toEqual([
    [save, { ...sent, address: 'Amman', website: 'https://clinic.example', id: 'o1' }],
  ])
  expect(saidNotices()).toEqual([`success: ${organizationsWords.changed}`])
  expect($createdOrganizationId.get()).toBeUndefined()
})

test.each([
  ['a new organization in the usual language', 'en', undefined, {}],
  ['a new organization in another language', 'ar', undefined, { locale: 'ar' }],
  ['a changed organization in the usual language', 'en', cedar, { locale: 'en' }],
  ['a language of another site', 'xx', cedar, {}],
  ['a form without languages', undefined, cedar, {}],
])('the language of %s is sent as %o', async (_, locale, editing, language) => {
  server.answer({ ...adminLists, [save]: { success: true, id: 'o1' } })
  await saveOrganization(formOf(locale === undefined ? typed : { ...typed, locale }), editing)
  const id = editing === undefined ? {} : { id: 'o1' }
  expect(server.changes()).toEqual([[save, { ...sent, ...language, ...id }]])
})

test.each([
  ['name', ' '],
  ['contact_email', ''],
])('without %s the form is rejected and nothing is sent', async (field, text) => {
  expect(await saveOrganization(formOf({ ...typed, [field]: text }))).toEqual({
    status: 'invalid',
    fields: [{ field, code: 'missing', params: {} }],
  })
  expect(server.made()).toEqual([])
  expect(saidNotices()).toEqual([`problem: ${organizationsWords.missing}`])
})

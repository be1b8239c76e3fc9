import { afterEach, expect, test } from 'vitest'
import { forgetUser } from '../../../src/lib/core/storage/forget.ts'
import {
  closeDraft,
  draftOf,
  dropDraft,
  keepDraft,
  keepField,
} from '../../../src/lib/core/ui-state/drafts.ts'

afterEach(forgetUser)

function form(fields: Readonly<Record<string, string | File>>): FormData {
  const typed = new FormData()
  for (const [name, value] of Object.entries(fields)) typed.append(name, value)
  return typed
}

test('a draft holds the texts of its form, and no password or file', () => {
  keepDraft('user', form({ username: 'rania', password: 'secret', photo: new File([], 'a.png') }))
  expect(draftOf('user')).toEqual({ fields: { username: 'rania' }, isOpen: true })
  expect(draftOf('flag')).toBeUndefined()
})

test('one field is kept besides the others, and of each form alone', () => {
  keepDraft('user', form({ username: 'rania' }))
  keepField('user', 'organization', '7')
  keepField('flag', 'value', 'spam.example')
  expect(draftOf('user')).toEqual({
    fields: { username: 'rania', organization: '7' },
    isOpen: true,
  })
  expect(draftOf('flag')).toEqual({ fields: { value: 'spam.example' }, isOpen: true })
})

test('a form that the user closes keeps its draft, and one that is sent loses it', () => {
  closeDraft('user')
  expect(draftOf('user')).toBeUndefined()
  keepDraft('user', form({ username: 'rania' }))
  keepDraft('flag', form({ value: 'spam.example' }))
  closeDraft('user')
  expect(draftOf('user')).toEqual({ fields: { username: 'rania' }, isOpen: false })
  dropDraft('user')
  expect(draftOf('user')).toBeUndefined()
  expect(draftOf('flag')).toMatchObject({ isOpen: true })
})

import { expect, test } from 'vitest'
import { browserRooms, browserTestsFor, readersOf } from '../../tools/scripts/changed-tests.ts'

const rooms = ['flags', 'http', 'users']

test.each([
  ['nothing', [], []],
  [
    'documents and other levels of tests',
    ['docs/scim.md', 'README.md', 'tests/flags/lib/a.test.ts'],
    [],
  ],
  [
    'rooms of two nouns',
    [
      'server/flags/add-flag.ts',
      'src/islands/flags/words/flags.words.yaml',
      'contract/users/user.ts',
    ],
    ['tests/flags/browser/', 'tests/users/browser/'],
  ],
  ['a test itself', ['tests/users/browser/users.spec.ts'], ['tests/users/browser/users.spec.ts']],
  ['what all nouns use', ['src/lib/core/api/http.ts'], 'all'],
  ['a floor that has tests of its own', ['server/http/bind.ts'], 'all'],
  ['a noun without browser tests', ['server/scim/write-users.ts'], 'all'],
  ['a page, a part of the interface, a dependency', ['src/ui/Modal.tsx'], 'all'],
  ['one of each', ['server/flags/add-flag.ts', 'package-lock.json'], 'all'],
])('the browser tests that a change can reach: %s', (_, changed, expected) => {
  expect(browserTestsFor(changed, rooms)).toEqual(expected)
})

test('rooms of browser tests are found', () => {
  expect(browserRooms()).toEqual(expect.arrayContaining(['flags', 'sign-in', 'users']))
})

test('a change of what tests read runs the tests that read it', () => {
  expect(readersOf(['docs/scim.md'])).toContain('tests/scripts')
  expect(readersOf(['src/content/pages/en/index.md'])).toContain('tests/content')
  expect(readersOf(['src/lib/flags/flags.ts', 'src/lib/flags/words/flags.words.yaml'])).toEqual([])
})

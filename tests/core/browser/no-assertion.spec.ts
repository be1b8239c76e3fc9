import { test } from '../../support/browser/browser.ts'

test('a test without an assertion fails', { tag: ['@A1102', '@arabic', '@firefox'] }, () => {
  test.fail()
})

import { expect, test } from 'vitest'
import { Translator } from '../support/arabic/translate.ts'

const words = new Translator([
  { english: 'Username', arabic: 'اسم المستخدم' },
  { english: 'Close', arabic: 'إغلاق' },
  { english: 'Close', arabic: 'إنهاء' },
  { english: 'Employee', arabic: 'موظف' },
  { english: 'Remove {name}?', arabic: 'هل تريد إزالة {name}؟' },
  { english: 'Added {day}', arabic: 'أضيف في {day}' },
  { english: 'End the session of {name}, signed in {time}', arabic: 'إنهاء جلسة {name}: {time}' },
  {
    english: '{count} users',
    arabic: { one: 'مستخدم', two: 'مستخدمان', few: '{count} مستخدمين', other: '{count} مستخدم' },
  },
])

test.each([
  ['a text', 'Username', 'اسم المستخدم'],
  ['a value in a text', 'Remove Omar?', 'هل تريد إزالة Omar؟'],
  ['a value that is a text', 'Remove Employee?', 'هل تريد إزالة موظف؟'],
  ['the plural form of a number', '3 users', '3 مستخدمين'],
  ['two texts in one', 'Employee · Username', 'موظف · اسم المستخدم'],
  ['data, which stays', 'omar@firm.example', 'omar@firm.example'],
])('a journey finds %s in Arabic', { tags: ['A945'] }, (_what, english, arabic) => {
  expect(words.translate(english, { isWhole: true })).toBe(arabic)
})

test.each([
  ['either of two translations', 'Close', 'إنهاء'],
  ['a date, written otherwise', 'Added Mar 9, 2026', 'أضيف في 9 آذار 2026'],
  ['a text whose end is left out', 'End the session of Omar', 'إنهاء جلسة Omar: 3:00 م'],
  ['a part of a text', 'Remove', 'هل تريد إزالة Omar؟'],
  ['what a pattern matches', /^End the session of/, 'إنهاء جلسة Omar: 3:00 م'],
])('a journey finds %s by a pattern', { tags: ['A945'] }, (_what, english, arabic) => {
  expect(arabic).toMatch(words.translate(english))
  expect('بريد').not.toMatch(words.translate(english))
})

import { expect, test } from 'vitest'
import { Translator } from '../../support/arabic/translate.ts'

const words = new Translator([
  { english: 'Username', arabic: 'اسم المستخدم' },
  { english: ': ', arabic: ': ' },
  { english: ', {recent} this week', arabic: '، {recent} هذا الأسبوع' },
  { english: 'Close', arabic: 'إغلاق' },
  { english: 'Close', arabic: 'إنهاء' },
  { english: 'Confirm', arabic: 'تأكيد' },
  { english: 'Mail of your firm', arabic: 'بريد شركتك' },
  { english: 'For example name@firm.example', arabic: 'مثل عنوان البريد' },
  { english: 'It works. Users sign in at {host}.', arabic: 'يعمل. الدخول في {host}.' },
  { english: 'Firmware', arabic: 'برنامج ثابت' },
  { english: 'Answered with {status} in {time}', arabic: 'الرد {status} خلال {time}' },
  { english: 'Lina Odeh, lina@firm.example', arabic: 'لينا عودة، lina@firm.example' },
  { english: 'No user was removed: ', arabic: 'لم يُزَل أي مستخدم: ' },
  { english: 'You are away. Give the password', arabic: 'أنت غائب. كلمة المرور مطلوبة' },
  { english: 'Give the password to do this', arabic: 'كلمة المرور لازمة لذلك' },
  { english: 'The name {name} is taken', arabic: 'الاسم {name} مأخوذ' },
  { english: 'No {name} is taken', arabic: 'لا {name}' },
  { english: 'Open {file} of {day}', arabic: 'فتح {file} عن {day}' },
  { english: 'Postfix and rspamd', arabic: 'Postfix وrspamd' },
  { english: 'Postfix and rspamd', arabic: 'Postfix مع rspamd' },
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
  ['a name that stands in an example, which stays', 'Lina Odeh', 'Lina Odeh'],
  ['a label with its colon', 'Username:', 'اسم المستخدم:'],
  [
    'what failed, and why',
    'No user was removed: The name Omar is taken',
    'لم يُزَل أي مستخدم: الاسم Omar مأخوذ',
  ],
])('a journey finds %s in Arabic', { tags: ['A945'] }, (_what, english, arabic) => {
  expect(words.translate(english, { isWhole: true })).toBe(arabic)
})

test.each([
  ['either of two translations', 'Close', 'إنهاء'],
  ['a date, written otherwise', 'Added Mar 9, 2026', 'أضيف في 9 آذار 2026'],
  ['a text whose end is left out', 'End the session of Omar', 'إنهاء جلسة Omar: 3:00 م'],
  ['a part of a text', 'Remove', 'هل تريد إزالة Omar؟'],
  [
    'a text whose end is left out within a value',
    /^It works\. Users sign in at fi/,
    'يعمل. الدخول في firm.example.',
  ],
  ['what a pattern matches', /^End the session of/, 'إنهاء جلسة Omar: 3:00 م'],
  ['a clause that begins another text too', 'Give the password', 'كلمة المرور لازمة لذلك'],
  ['any number', /^\d+ users$/, '5 مستخدمين'],
  ['any number beside a value', /^Answered with 204 in \d+ s$/, 'الرد 204 خلال 17 s'],
  ['a text whose values may be any', /^Open .* of March 2026$/, 'فتح R-1 عن آذار 2026'],
  ['a word of the site, or a name, before a number', /Employee 4.*Close/, 'Employee 4 إغلاق'],
  ['a month in a pattern', /^March 2025 1 0/, 'آذار 2025 1 0'],
])('a journey finds %s by a pattern', { tags: ['A945'] }, (_what, english, arabic) => {
  expect(arabic).toMatch(words.translate(english))
  expect('بريد').not.toMatch(words.translate(english))
})

test.each([
  ['a whole word', 'Firm', 'بريد شركتك', 'تأكيد'],
  ['the beginning of a word where no text has it whole', 'Conf', 'تأكيد', 'بريد شركتك'],
  ['the rest of a word, which is data', 'irm', 'irm', 'تأكيد'],
  ['a domain, which is data', 'firm.example', 'firm.example', 'مثل عنوان البريد'],
  ['one of two words that begin alike', 'Firm', 'بريد شركتك', 'برنامج ثابت'],
])(
  'a journey finds %s, and no text that has it elsewhere',
  {
    tags: ['A945'],
  },
  (_what, english, found, other) => {
    const pattern = new RegExp(words.translate(english))
    expect(found).toMatch(pattern)
    expect(other).not.toMatch(pattern)
  },
)

test('a journey finds nothing of the site by a pattern that none of its texts matches', {
  tags: ['A945'],
}, () => {
  expect('اسم المستخدم').not.toMatch(words.translate(/NaN|undefined/))
})

test('a journey finds a label by its beginning, in each of its translations', {
  tags: ['A945'],
}, () => {
  const label = words.translateLabel('Postfix and rspamd')
  expect('Postfix وrspamd، على خادم واحد').toMatch(label)
  expect('Postfix مع rspamd').toMatch(label)
  expect('خادم Postfix وrspamd').not.toMatch(label)
  expect(words.translateLabel('Cedar Clinic')).toBe('Cedar Clinic')
})

import { afterEach, expect, test } from 'vitest'
import { connectionProviders } from '../../contract/fields/connection.ts'
import { baseLocale } from '../../contract/locale.ts'
import { connectionFiles } from '../../server/rspamd/files/connection-files.ts'
import { $connectNotesMessages } from '../../src/lib/messages/connect-notes.ts'
import { $locale } from '../../src/lib/messages/i18n.ts'
import { noteOf } from '../../src/lib/screens/connect-files.ts'
import { speak } from '../../src/locales/catalogue.ts'

afterEach(() => $locale.set(baseLocale))

test.each(connectionProviders)(
  'the files for %s have the notes of the server in English, and Arabic ones on an Arabic page',
  { tags: ['A853'] },
  (provider) => {
    const files = connectionFiles({ provider, origin: 'https://aman.firm.example' })
    for (const file of files) expect(noteOf(file, provider)).toBe(file.note)
    speak('ar')
    const stop = $connectNotesMessages.listen(() => undefined)
    for (const file of files) expect(noteOf(file, provider)).toMatch(/^\p{Script=Arabic}/u)
    stop()
  },
)

test('a file that this site does not know keeps the note of the server', { tags: ['A853'] }, () => {
  const file = { name: 'new.conf', note: 'Of a newer server.' }
  expect(noteOf(file, 'mailcow')).toBe('Of a newer server.')
})

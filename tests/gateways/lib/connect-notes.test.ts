import { afterEach, expect, test } from 'vitest'
import { speak } from '../../../build/locales/catalogue.ts'
import { baseLocale } from '../../../contract/core/locale.ts'
import { connectionProviders } from '../../../contract/gateways/connection.ts'
import { connectionFiles } from '../../../server/gateways/rspamd/files/connection-files.ts'
import { $locale } from '../../../src/lib/core/i18n/i18n.ts'
import { noteOf } from '../../../src/lib/gateways/connect-files.ts'
import { $connectNotesWords } from '../../../src/lib/gateways/words/connect-notes.words.yaml'

afterEach(() => $locale.set(baseLocale))

test.each(connectionProviders)(
  'the files for %s have the notes of the server in English, and Arabic ones on an Arabic page',
  (provider) => {
    const files = connectionFiles({ provider, origin: 'https://aman.firm.example' })
    for (const file of files) expect(noteOf(file, provider)).toBe(file.note)
    speak('ar')
    const stop = $connectNotesWords.listen(() => undefined)
    for (const file of files) expect(noteOf(file, provider)).toMatch(/^\p{Script=Arabic}/u)
    stop()
  },
)

test('a file that this site does not know keeps the note of the server', () => {
  const file = { name: 'new.conf', note: 'Of a newer server.' }
  expect(noteOf(file, 'mailcow')).toBe('Of a newer server.')
})

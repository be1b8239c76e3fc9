import { expect, test } from 'vitest'
import { attackKinds } from '../../../contract/emails/attack-kind.ts'
import { isFinding } from '../../../server/emails/sentences/kept-sentences.ts'
import { keepReasons, type Sentence } from '../../../server/emails/sentences/sentence.ts'
import { kindOfAttack } from '../../../server/team/attack-kinds.ts'
import { findings } from '../../support/worlds/findings.ts'

/** The kind of a mail that was kept with these. */
const kindOf = (reason: Sentence, indicators: readonly Sentence[]) =>
  kindOfAttack(keepReasons(reason, indicators))

test.each([
  ['malware', { code: 'known_virus' }, []],
  ['phishing', { code: 'phishing_site' }, [{ code: 'blocked_server' }]],
  ['impersonation', { code: 'display_name_spoof' }, []],
  ['payment_fraud', { code: 'blackmail' }, []],
  ['spam', { code: 'reads_like_spam' }, [{ code: 'no_subject' }]],
  ['other', { code: 'filter_rejects' }, []],
] as const)('a mail is %s by its finding', (kind, reason, indicators) => {
  expect(kindOf(reason, indicators)).toBe(kind)
})

test('an attack among the indicators is stronger than spam and than what only the filter says', () => {
  const indicators = [
    { code: 'unproven_sender' },
    { code: 'suspicious_macros' },
    { code: 'other_link_target' },
  ] as const
  expect(kindOf({ code: 'reads_like_spam' }, indicators)).toBe('malware')
  expect(kindOf({ code: 'filter_rejects' }, indicators)).toBe('malware')
  expect(kindOf({ code: 'display_name_spoof' }, indicators)).toBe('impersonation')
})

test('free text tells nothing, whatever it contains', () => {
  expect(kindOf('Credential phishing with malware', ['A known virus'])).toBe('other')
  expect(kindOf('', [])).toBe('other')
})

test('a mail of a trusted sender keeps its kind', () => {
  const reason =
    'You trust this sender, but the mail itself looks dangerous: An attachment contains a known virus'
  expect(kindOf(reason, [])).toBe('malware')
  const coded = { code: 'trustedButDangerous', reason: { code: 'known_virus' } } as const
  expect(kindOf(coded, [])).toBe('malware')
})

test('every finding has one of the kinds, and each kind comes from a finding', () => {
  const kinds = Object.keys(findings)
    .filter(isFinding)
    .map((code) => kindOf({ code }, []))
  expect(new Set(kinds)).toEqual(new Set(attackKinds))
})

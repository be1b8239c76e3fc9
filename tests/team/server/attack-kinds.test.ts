import { expect, test } from 'vitest'
import { attackKinds } from '../../../contract/emails/attack-kind.ts'
import { findings } from '../../../contract/emails/findings.ts'
import { kindOfAttack } from '../../../server/team/attack-kinds.ts'

test.each([
  ['malware', findings.known_virus, []],
  ['phishing', findings.phishing_site, [findings.blocked_server]],
  ['impersonation', findings.display_name_spoof, []],
  ['payment_fraud', findings.blackmail, []],
  ['spam', findings.reads_like_spam, [findings.no_subject]],
  ['other', findings.filter_rejects, []],
] as const)('a mail is %s by its finding', { tags: ['A756'] }, (kind, reason, indicators) => {
  expect(kindOfAttack(reason, indicators)).toBe(kind)
})

test('an attack among the indicators is stronger than spam and than what only the filter says', {
  tags: ['A756'],
}, () => {
  const indicators = [
    findings.unproven_sender,
    findings.suspicious_macros,
    findings.other_link_target,
  ]
  expect(kindOfAttack(findings.reads_like_spam, indicators)).toBe('malware')
  expect(kindOfAttack(findings.filter_rejects, indicators)).toBe('malware')
  expect(kindOfAttack(findings.display_name_spoof, indicators)).toBe('impersonation')
})

test('free text tells nothing, whatever it contains', { tags: ['A756'] }, () => {
  expect(kindOfAttack('Credential phishing with malware', ['A known virus'])).toBe('other')
  expect(kindOfAttack('', [])).toBe('other')
})

test('a mail of a trusted sender keeps its kind', { tags: ['A756'] }, () => {
  const reason = `You trust this sender, but the mail itself looks dangerous: ${findings.known_virus}`
  expect(kindOfAttack(reason, [])).toBe('malware')
})

test('every finding has one of the kinds, and each kind comes from a finding', {
  tags: ['A756'],
}, () => {
  const kinds = Object.values(findings).map((sentence) => kindOfAttack(sentence, []))
  expect(new Set(kinds)).toEqual(new Set(attackKinds))
})

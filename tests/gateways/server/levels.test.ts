import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limits } from '../../../contract/core/limits.ts'
import {
  explain as explainInCodes,
  type RspamdResult,
} from '../../../server/emails/sentences/explain.ts'
import { sentenceIn } from '../../../server/emails/sentences/sentence.ts'
import { makeSymbol } from '../../support/mail/rspamd.ts'
import { findings } from '../../support/worlds/in-english.ts'

const sentences: readonly string[] = Object.values(findings)

/** As an English reader sees it. */
function explain(result: RspamdResult) {
  const { level, reason, indicators } = explainInCodes(result)
  return {
    level,
    reason: sentenceIn('en', reason),
    indicators: indicators.map((sentence) => sentenceIn('en', sentence)),
  }
}

function explained(...symbols: ReturnType<typeof makeSymbol>[]) {
  return explain({ action: 'no action', symbols })
}

describe('a symbol', () => {
  test.each([
    ['CLAM_VIRUS', 'malicious'],
    ['PHISHED_OPENPHISH', 'malicious'],
    ['DBL_PHISH', 'malicious'],
    ['LEAKED_PASSWORD_SCAM', 'malicious'],
    ['KASPERSKY_VIRUS', 'malicious'],
    ['PHISHING', 'suspicious'],
    ['MIME_BAD_EXTENSION', 'suspicious'],
    ['DMARC_POLICY_REJECT', 'suspicious'],
    ['R_SPF_FAIL', 'safe'],
    ['RBL_SPAMHAUS_SBL', 'safe'],
    ['BAYES_SPAM', 'safe'],
    ['UNHEARD_OF', 'safe'],
  ])('%s makes mail %s', (name, level) => {
    expect(explained(makeSymbol(name)).level).toBe(level)
  })

  test('of an unknown virus scanner makes mail suspicious', () => {
    const symbol = makeSymbol('SCANNER_MACRO', { group: 'antivirus', score: 0.1 })
    expect(explained(symbol)).toEqual({
      level: 'suspicious',
      reason: findings.scanner_objection,
      indicators: [],
    })
  })

  test.each([0, -4, -0])('with the score %d says nothing', (score) => {
    for (const name of ['CLAM_VIRUS', 'PHISHING', 'UNHEARD_OF', 'NEW_VIRUS']) {
      expect(explained(makeSymbol(name, { score }))).toEqual({
        level: 'safe',
        reason: '',
        indicators: [],
      })
    }
  })

  test("of Aman's own says nothing about the mail", () => {
    const symbols = ['AMAN_RED_FLAG', 'AMAN_ENFORCE', 'AMAN_GREEN_FLAG', 'AMAN_VIRUS'].map((name) =>
      makeSymbol(name, { score: 5, group: 'antivirus' }),
    )
    expect(explain({ action: 'add header', symbols })).toEqual({
      level: 'suspicious',
      reason: findings.filter_suspects,
      indicators: [],
    })
  })
})

test('the strongest findings come first, each once, and three besides the reason', () => {
  const names = [
    ...['MISSING_SUBJECT', 'DBL_SPAM', 'RDNS_NONE', 'HFILTER_HOSTNAME_UNKNOWN', 'PHISHING'],
    ...['OMOGRAPH_URL', 'URL_HOMOGRAPH_ATTACK', 'MW_SURBL_MULTI', 'DBL_MALWARE', 'URIBL_BLACK'],
  ]
  expect(explained(...names.map((name) => makeSymbol(name, { score: 0.1 })))).toEqual({
    level: 'malicious',
    reason: findings.malware_site,
    indicators: [findings.look_alike_link, findings.other_link_target, findings.nameless_server],
  })
})

test('symbols that the table does not name are said in words for their group, the strongest first', () => {
  const symbols = [
    makeSymbol('ONE', { group: 'headers', score: 1 }),
    makeSymbol('TWO', { group: 'Message ID', score: 3 }),
    makeSymbol('THREE', { group: 'url', score: 2 }),
    makeSymbol('FOUR', { group: 'of the operator', score: 1.5 }),
    makeSymbol('WEAK', { group: 'body', score: 0.1 }),
    makeSymbol('CONSTRUCTOR', { group: 'constructor', score: 0.5 }),
    makeSymbol('R_SPF_FAIL', { group: 'policies', score: 0.1 }),
  ]
  expect(explain({ action: 'add header', symbols })).toEqual({
    level: 'suspicious',
    reason: findings.unauthorized_server,
    indicators: [findings.suspicious_headers, findings.suspicious_links, findings.other_sign],
  })
})

test('an action without a telling symbol is the reason itself', () => {
  const reasonOf = (action: string) => explain({ action, symbols: [] }).reason
  expect(reasonOf('reject')).toBe(findings.filter_rejects)
  expect(reasonOf('add header')).toBe(findings.filter_suspects)
  expect(reasonOf('of the operator')).toBe(findings.filter_suspects)
  expect(reasonOf('no action')).toBe('')
})

const symbol = fc.record({
  name: fc.oneof(
    fc.constantFrom('CLAM_VIRUS', 'PHISHING', 'OMOGRAPH_URL', 'R_SPF_FAIL', 'BAYES_SPAM'),
    fc.constantFrom('DBL_PHISH', 'X_VIRUS', 'AMAN_RED_FLAG', '__proto__', 'constructor'),
    fc.string(),
  ),
  score: fc.oneof(fc.double(), fc.constantFrom(0, 0.4, 1, 2.5)),
  group: fc.oneof(fc.constantFrom('headers', 'url', 'antivirus', '', '__proto__'), fc.string()),
})
const action = fc.oneof(
  fc.constantFrom('no action', 'greylist', 'add header', 'quarantine', 'reject', 'toString'),
  fc.string(),
)

test('the order of symbols does not matter', () => {
  const shuffled = fc
    .array(symbol, { maxLength: 30 })
    .chain((symbols) =>
      fc.tuple(
        fc.constant(symbols),
        fc.shuffledSubarray(symbols, { minLength: symbols.length }),
        action,
      ),
    )
  fc.assert(
    fc.property(shuffled, ([symbols, others, done]) => {
      expect(explain({ action: done, symbols: others })).toEqual(explain({ action: done, symbols }))
    }),
  )
})

test('only sentences of the findings are said, and another symbol never makes mail safer', () => {
  const strictness = { safe: 0, suspicious: 1, malicious: 2 }
  fc.assert(
    fc.property(fc.array(symbol, { maxLength: 30 }), symbol, action, (symbols, one, done) => {
      const before = explain({ action: done, symbols })
      const after = explain({ action: done, symbols: [...symbols, one] })
      expect(strictness[after.level]).toBeGreaterThanOrEqual(strictness[before.level])
      const said = [after.reason, ...after.indicators].filter((words) => words !== '')
      for (const words of said) expect(sentences).toContain(words)
      expect(new Set(said).size).toBe(said.length)
      expect(after.indicators.length).toBeLessThanOrEqual(3)
      expect(after.reason === '').toBe(after.level === 'safe')
    }),
  )
})

test('each finding has a sentence of its own, which a kept verdict is translated by', () => {
  expect(new Set(sentences).size).toBe(sentences.length)
  for (const [code, words] of Object.entries(findings)) {
    expect(code).toMatch(/^[a-z]+(?:_[a-z]+)*$/)
    expect(words).toMatch(/^[A-Z][^.]+[^.]$/)
    expect(words.length).toBeLessThanOrEqual(limits.indicator)
    expect(words).not.toMatch(/[A-Z]_|symbol|rspamd|score/)
  }
})

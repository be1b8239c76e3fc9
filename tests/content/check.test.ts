import { readFileSync } from 'node:fs'
import type { z } from 'astro/zod'
import { describe, expect, test } from 'vitest'
import { checkContent } from '../../src/content/check.ts'
import { adviceSchema, faqSchema } from '../../src/content/files.ts'
import { landingSchema } from '../../src/content/schemas/landing.ts'
import { privacyPolicySchema } from '../../src/content/schemas/privacy-policy.ts'
import { siteSchema } from '../../src/content/schemas/site.ts'

const source = (name: string) => readFileSync(`src/content/${name}.yaml`, 'utf8')

/** The message for marketing when an edit is wrong. */
function complaint(schema: z.ZodType, text: string): string {
  try {
    checkContent('src/content/a.yaml', text, schema)
  } catch (error) {
    if (error instanceof Error) return error.message
  }
  return 'nothing is wrong'
}

test.for([
  ['advice', adviceSchema],
  ['site', siteSchema],
  ['landing', landingSchema],
  ['faq', faqSchema],
  ['privacy-policy', privacyPolicySchema],
] as const)('The file %s.yaml is as its schema says', ([name, schema]) => {
  expect(complaint(schema, source(name))).toBe('nothing is wrong')
})

describe('A wrong edit is told by file, field, line, what is wrong and what is expected', () => {
  const faq = source('faq')
  const policy = source('privacy-policy')

  test('when a field is missing', () => {
    expect(complaint(privacyPolicySchema, policy.replace(/^title: .*\n/m, ''))).toBe(
      `src/content/a.yaml needs a correction

  title (line 1)
    is wrong: is missing
    expected: text of 1 to 60 characters: the title of the policy
`,
    )
  })

  test('when advice forgets the name, a kind of attack or its length', () => {
    const advice = source('advice')
    expect(complaint(adviceSchema, advice.replace('"Hello {name},"', '"Hello you,"'))).toBe(
      `src/content/a.yaml needs a correction

  greeting (line 6)
    is wrong: does not contain {name}
    expected: text of 1 to 60 characters: the first line, with {name} for the name
`,
    )
    expect(complaint(adviceSchema, advice.replace('malware:', 'virus:'))).toMatch(
      /virus \(line \d+\)\n {4}is wrong: no field has this name/,
    )
    const long = advice.replace('"Unwanted mail"', `"${'x'.repeat(81)}"`)
    expect(complaint(adviceSchema, long)).toContain('is 81 characters long')
  })

  test('when a made-up sender has a domain that could be real', () => {
    const landing = source('landing')
    for (const domain of [
      'account-verify.com',
      'example',
      'x.example/a',
      'X.example',
      ' x.example',
    ]) {
      const edited = landing.replace('"account-verify.example"', `"${domain}"`)
      expect(complaint(landingSchema, edited), domain).toMatch(
        /risk_reasons\.senders\[1\] \(line \d+\)\n {4}is wrong: is not a domain that ends in \.example/,
      )
    }
  })

  test('when a field has the wrong type', () => {
    const edited = complaint(faqSchema, faq.replace(/answer: ".*"/, 'answer: 97'))
    expect(edited).toContain('questions[1].answer (line 6)')
    expect(edited).toContain('is wrong: is the number 97, without quotes')
    expect(edited).toContain('expected: text of 1 to 400 characters')
  })

  test('when a field is left empty', () => {
    expect(complaint(faqSchema, faq.replace(/answer: ".*"/, 'answer:'))).toContain('is left empty')
    expect(complaint(faqSchema, faq.replace(/answer: ".*"/, 'answer: " "'))).toContain('is empty')
  })

  test('when a field is unknown', () => {
    const edited = complaint(privacyPolicySchema, policy.replace('title:', 'titel:'))
    expect(edited).toContain('titel (line 5)')
    expect(edited).toContain('no field has this name')
    expect(edited).toContain('one of title, effective_date, last_updated, sections')
  })

  test('when a question is asked twice', () => {
    const first = /question: (".*")/.exec(faq)?.[1] ?? ''
    const edited = faq.replace(/question: "What happens.*"/, `question: ${first.toUpperCase()}`)
    expect(complaint(faqSchema, edited)).toContain('asks the same as question 1')
    expect(complaint(faqSchema, edited)).toContain('questions[2].question (line 7)')
  })

  test('when there are not exactly five questions', () => {
    const edited = faq.replace(/ {2}- question: "How quickly[\s\S]*$/, '')
    expect(complaint(faqSchema, edited)).toContain('has 4 entries')
  })

  test.for(['2026-02-30', '15.1.2026', 'soon'])('when a date is %s', (day) => {
    const edited = policy.replace(/effective_date: .*/, `effective_date: "${day}"`)
    expect(complaint(privacyPolicySchema, edited)).toContain(
      `"${day}" is not a day in the calendar`,
    )
  })

  test('when the policy was updated before it held', () => {
    const edited = policy.replace(/last_updated: .*/, 'last_updated: "2020-01-01"')
    expect(complaint(privacyPolicySchema, edited)).toContain('is before effective_date')
  })

  test('when a text is too long for the design', () => {
    const edited = source('landing').replace(/headline: ".*"/, `headline: "${'a'.repeat(41)}"`)
    expect(complaint(landingSchema, edited)).toContain('is 41 characters long')
    expect(complaint(landingSchema, edited)).toContain('hero.headline')
  })
})

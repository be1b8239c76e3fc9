import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { judgeMail } from '../../judge/judge.ts'
import { shippedModel } from '../../judge/model/shipped.ts'
import { readMail } from '../../judge/read/read-mail.ts'
import { checkContent } from '../../src/content/check.ts'
import { checkVerdicts, mailOf } from '../../src/content/sample-mail.ts'
import { trySchema } from '../../src/content/schemas/try.ts'

const files = ['src/content/try.yaml', 'src/content/ar/try.yaml']

function contentOf(file: string, edit: (source: string) => string = (source) => source) {
  const source = edit(readFileSync(file, 'utf8'))
  return { source, content: checkContent(file, source, trySchema) }
}

test.each(files)('the made-up mails of %s get the verdicts that their names say', async (file) => {
  const { samples } = contentOf(file).content
  const levels = await Promise.all(
    [samples.phishing, samples.fraud, samples.honest].map(async (sample) => {
      const bytes = new TextEncoder().encode(mailOf(sample))
      return (await judgeMail(bytes, {}, { model: shippedModel })).level
    }),
  )
  expect(levels).toEqual(['suspicious', 'suspicious', 'safe'])
})

test('a made-up mail that gets another verdict stops the build at its line', async () => {
  const [file = ''] = files
  const { source, content } = contentOf(file, (text) =>
    text
      .replace('  phishing:', '  once-honest:')
      .replace('  honest:', '  phishing:')
      .replace('  once-honest:', '  honest:'),
  )
  const line = source.split('\n').findIndex((text) => text.startsWith('  honest:')) + 2
  await expect(checkVerdicts(file, source, content)).rejects.toThrow(
    new RegExp(
      `samples\\.honest \\(line ${line}\\)[\\s\\S]*finds this mail suspicious[\\s\\S]*finds safe`,
    ),
  )
})

test.each([
  ['support@rnail-billing.example', 'support@rnail-billing.com', 'domain ending in .example'],
  ['https://rnail-billing.example/session/verify', 'https://bank.com/', 'does not end in .example'],
  [
    'https://rnail-billing.example/session/verify',
    'javascript:alert(1)',
    'does not end in .example',
  ],
  ['Final notice: confirm your password', 'A subject '.repeat(7), 'characters long'],
])('%s may not become %s', (from, to, problem) => {
  expect(() => contentOf('src/content/try.yaml', (source) => source.replace(from, to))).toThrow(
    problem,
  )
})

test('a made-up mail has its links, and markup in it is text', async () => {
  const sample = {
    from_name: 'لينا',
    from_address: 'lina@clinic.example',
    subject: 'محضر',
    text: 'One <b>two</b>\nthree\n\n[the minutes](https://clinic.example/?a=1&b=2)',
  }
  const mail = await readMail(new TextEncoder().encode(mailOf(sample)))
  expect(mail.from).toEqual({ name: 'لينا', address: 'lina@clinic.example' })
  expect(mail.subject).toBe('محضر')
  expect(mail.text).toBe('One <b>two</b>\nthree\nthe minutes')
  expect(mail.links).toEqual([{ text: 'the minutes', target: 'https://clinic.example/?a=1&b=2' }])
})

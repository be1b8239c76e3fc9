import { judgeReadMail } from '../../judge/judge.ts'
import { shippedModel } from '../../judge/model/shipped.ts'
import { readMail } from '../../judge/read/read-mail.ts'
import type { Judged } from '../lib/public-page/try/judge-here.ts'
import { lineOfField } from './check.ts'
import { ContentError, type Finding } from './rules/finding.ts'
import {
  type Sample,
  type SampleName,
  sampleLink,
  sampleVerdicts,
  trySchema,
} from './schemas/try.ts'

/** A made-up mail as a mail program would save it. */
export function mailOf({ from_name, from_address, subject, text }: Sample): string {
  return [
    `From: ${encodedWord(from_name)} <${from_address}>`,
    `Subject: ${encodedWord(subject)}`,
    'MIME-Version: 1.0',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    base64(text.split('\n\n').map(paragraph).join('\n')),
    '',
  ].join('\r\n')
}

function paragraph(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
  const linked = escaped.replaceAll(sampleLink, '<a href="$2">$1</a>')
  return `<p>${linked.replaceAll('\n', '<br>')}</p>`
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}

/** As RFC 2047 has it. */
function encodedWord(text: string): string {
  return `=?utf-8?B?${base64(text)}?=`
}

/** A made-up mail with its verdict, as a visitor's browser finds it. */
export async function judgedSample(sample: Sample): Promise<Judged> {
  const mail = await readMail(new TextEncoder().encode(mailOf(sample)))
  const judgement = await judgeReadMail(mail, {}, { model: shippedModel })
  return { kind: 'mail', mail, judgement }
}

/**
 * Lets the judge read the made-up mails of `try.yaml`, as a visitor's browser will.
 * @throws ContentError if one gets another verdict than its name says
 */
export async function checkVerdicts(file: string, source: string, content: unknown): Promise<void> {
  const { samples } = trySchema.parse(content)
  const findings: Finding[] = []
  for (const name of Object.keys(samples).filter(isSampleName)) {
    const expected = sampleVerdicts[name]
    const { level } = (await judgedSample(samples[name])).judgement
    if (level === expected) continue
    findings.push({
      line: lineOfField(source, ['samples', name]),
      field: `samples.${name}`,
      problem: `the judge finds this mail ${level}`,
      expected: `a mail that it finds ${expected}`,
    })
  }
  if (findings.length > 0) throw new ContentError(file, findings)
}

function isSampleName(name: string): name is SampleName {
  return Object.hasOwn(sampleVerdicts, name)
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { parse } from 'yaml'
import type { Knowledge } from '../../../judge/knowledge.ts'
import { archive } from './archive.ts'
import { clinic, makeMail } from './mails.ts'

const entry = v.strictObject({
  from: v.string(),
  subject: v.string(),
  text: v.optional(v.string()),
  /** With links as [text](target). */
  html: v.optional(v.string()),
  /** The clinic is the recipient, with what it knows. */
  knows: v.optional(v.boolean(), false),
  auth: v.optional(v.picklist(['pass', 'fail'])),
  file: v.optional(v.strictObject({ name: v.string(), type: v.string(), content: v.string() })),
  level: v.optional(v.picklist(['safe', 'suspicious']), 'suspicious'),
  /** The first reason; one of several that are as good. */
  first: v.union([v.string(), v.array(v.string())]),
  /** A part of its sentence. */
  says: v.optional(v.string()),
})

export type FirstReason = v.InferOutput<typeof entry>

export function readFirstReasons(language: 'en' | 'ar'): FirstReason[] {
  return v.parse(
    v.array(entry),
    parse(readFileSync(join(import.meta.dirname, `first-reasons.${language}.yaml`), 'utf8')),
  )
}

export function knowledgeOf({ knows }: FirstReason): Knowledge {
  return knows ? clinic : {}
}

export function rawOf({ from, subject, text, html, auth, file, knows }: FirstReason): Uint8Array {
  const headers =
    auth === undefined || !knows ? [] : [`Authentication-Results: mx.clinic.example; dmarc=${auth}`]
  const page = html?.replace(/\[([^\]]+)\]\(([^)]+)\)/g, '<a href="$2">$1</a>')
  const shown = {
    type: page === undefined ? 'text/plain; charset=utf-8' : 'text/html; charset=utf-8',
    body: page === undefined ? (text ?? '') : `<p>${page}</p>`,
  }
  const parts = { from, subject, headers }
  if (file === undefined) return makeMail({ ...parts, ...shown })
  const content = file.content === 'LOCKED' ? archive(1) : file.content
  const body = [
    '--parts',
    `Content-Type: ${shown.type}`,
    '',
    shown.body,
    '--parts',
    `Content-Type: ${file.type}`,
    `Content-Disposition: attachment; filename="${file.name}"`,
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(content, 'latin1').toString('base64'),
    '--parts--',
  ]
  return makeMail({ ...parts, type: 'multipart/mixed; boundary=parts', body: body.join('\n') })
}

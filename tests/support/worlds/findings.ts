import { join } from 'node:path'
import { readWords } from '../../../server/core/read-words.ts'

/** The English words of what a mail filter finds, by code. */
export const findings = readWords(
  join(import.meta.dirname, '../../../server/emails/sentences'),
  'findings.words.yaml',
).en

import { writeFileSync } from 'node:fs'
import * as v from 'valibot'
import { affectedVersions } from './affected.ts'
import { readJson, validate } from './input.ts'

const date = v.pipe(v.string(), v.isoDate('a date such as 2027-01-31 is needed'))

export const severity = v.picklist(['critical', 'high', 'moderate', 'low', 'unknown'])

export const advisory = v.strictObject({
  id: v.string(),
  aliases: v.array(v.string()),
  package: v.string(),
  severity,
  ...affectedVersions.entries,
  /** The day on which this entry was last read and changed. */
  reviewed: date,
})

export type Advisory = v.InferOutput<typeof advisory>

const keptAdvisories = v.strictObject({
  /** The day of the last comparison with OSV's export, null before the first. */
  exportRead: v.nullable(date),
  exceptions: v.array(
    v.strictObject({
      id: v.string(),
      package: v.string(),
      reason: v.pipe(v.string(), v.trim(), v.nonEmpty('a reason is needed')),
      /** The last day on which the exception holds. */
      ends: date,
    }),
  ),
  advisories: v.array(advisory),
})

export type KeptAdvisories = v.InferOutput<typeof keptAdvisories>
export type Exception = KeptAdvisories['exceptions'][number]

export function readKept(path: string): KeptAdvisories {
  return validate(keptAdvisories, readJson(path), path)
}

export function writeKept(path: string, kept: KeptAdvisories): void {
  writeFileSync(path, `${JSON.stringify(kept, null, 2)}\n`)
}

import * as v from 'valibot'
import { count, filledList, givenLine, object } from '../core/basic.ts'
import { removedMeanwhile } from '../core/common-errors.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError, rowProblem } from '../core/errors.ts'
import { field } from '../core/field.ts'
import { importOutcomes } from '../core/import-outcome.ts'
import { limits } from '../core/limits.ts'
import { flagExists, publicMailDomain, registrySuffix, tooManyFlags } from './add-flag.ts'
import { flag, flagDays, flagEnd, flagTypes, flagValue } from './flag.ts'

/** What a row omits stays as it is; a new flag has no reason then, and does not end. */
export const givenFlag = v.strictObject({
  line: field(
    v.pipe(v.number(), v.integer(), v.minValue(1)),
    'The line of the file, or the place in the list.',
    1,
  ),
  flag_type: field(v.picklist(flagTypes), 'Green trusts the sender, red blocks it.', 'red'),
  value: field(flagValue, flag.entries.value),
  reason: field(v.optional(v.nullable(givenLine(limits.flagReason))), flag.entries.reason),
  expires_at: field(v.optional(flagEnd), flag.entries.expires_at),
  expires_in_days: field(
    v.optional(v.picklist(flagDays)),
    'After how many days the flag ends; instead of `expires_at`.',
    7,
  ),
})
export type GivenFlag = v.InferOutput<typeof givenFlag>

function setOf<Row extends v.GenericSchema>(row: Row) {
  return v.strictObject({
    dry_run: field(v.optional(v.boolean(), false), 'Judges the rows without writing.', false),
    replaces: field(
      v.optional(v.boolean(), false),
      'Whether a flag of the other colour is replaced.',
    ),
    flags: field(filledList(row, limits.flagsAtOnce), 'The flags to add or change.'),
  })
}

/** How the server parses the call: it judges each row separately. */
export const flagsSetInput = setOf(v.looseObject({ line: givenFlag.entries.line }))

/** Of a row: an earlier row of the same call has the value. */
export const repeatedFlag = defineError(409, 'repeated_flag', {
  description: 'Two rows have the same value (in the row)',
  params: v.object({ line: v.number() }),
  example: { line: 2 },
  sentence: ({ line }) => `Line ${line} has the same address or domain`,
})

export const setFlagsEndpoint = defineEndpoint('POST /flags/set', {
  summary: 'Add and change many flags',
  description: `Up to ${limits.flagsAtOnce} rows, each judged by itself; \`problem\` says why a row is a conflict or invalid. With \`dry_run\` nothing is written. A flag of the other colour is a conflict, or with \`replaces\` is changed; \`former\` is what to send to restore it.`,
  access: 'manage:flags',
  isForExtensions: true,
  bodyLimitBytes: limits.importBytes,
  timeoutMs: 60_000,
  input: setOf(givenFlag),
  output: object({
    rows: field(
      v.array(
        object({
          line: field(count, givenFlag.entries.line),
          outcome: field(
            v.picklist(importOutcomes),
            'What became of the row, or would.',
            'changed',
          ),
          flag: field(
            v.nullish(flag, null),
            'The flag as it is now; null in a dry run and where there is none.',
          ),
          former: field(
            v.nullish(flag, null),
            'The flag as it was before a change, otherwise null.',
          ),
          changed: field(v.optional(v.array(v.string())), 'The fields that differ from the flag.', [
            'flag_type',
            'reason',
          ]),
          keys: field(
            v.optional(v.array(v.string()), []),
            'Two rows that share one of these conflict.',
            ['lookalike.example'],
          ),
          problem: field(v.optional(rowProblem), 'Why the row is a conflict or invalid.'),
        }),
      ),
      'What became of the rows.',
    ),
  }),
  errors: [
    flagExists,
    tooManyFlags,
    publicMailDomain,
    registrySuffix,
    repeatedFlag,
    removedMeanwhile,
  ],
})

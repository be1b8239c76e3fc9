import * as v from 'valibot'
import { count, filledList, givenLine, object } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { removedMeanwhile } from '../core/common-errors.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError, rowProblem } from '../core/errors.ts'
import { importOutcomes } from '../core/import-outcome.ts'
import { limits } from '../core/limits.ts'
import { flagExists, publicMailDomain, registrySuffix, tooManyFlags } from './add-flag.ts'
import { flag, flagDays, flagEnd, flagFields, flagTypes, flagValue } from './flag.ts'

/** What a row omits stays as it is; a new flag has no reason then, and does not end. */
export const givenFlag = v.strictObject({
  line: v.pipe(v.number(), v.integer(), v.minValue(1)),
  flag_type: v.picklist(flagTypes),
  value: flagValue,
  reason: v.optional(v.nullable(givenLine(limits.flagReason))),
  expires_at: v.optional(flagEnd),
  /** From now, by the clock of the server. */
  expires_in_days: v.optional(v.picklist(flagDays)),
})
export type GivenFlag = v.InferOutput<typeof givenFlag>

function setOf<Row extends v.GenericSchema>(row: Row) {
  return v.strictObject({
    dry_run: v.optional(v.boolean(), false),
    /** Whether a flag of the other colour is replaced; otherwise it is a conflict. */
    replaces: v.optional(v.boolean(), false),
    flags: filledList(row, limits.flagsAtOnce),
  })
}

/** How the server parses the call: it judges each row separately. */
export const flagsSetInput = setOf(v.looseObject({ line: givenFlag.entries.line }))

/**
 * POST /flags/set, an addition: adds and changes flags, each judged by itself. A repeated call
 * finds its rows unchanged.
 */
export const setFlagsEndpoint = defineEndpoint({
  method: 'POST',
  path: '/flags/set',
  access: 'manage:flags',
  bodyLimitBytes: limits.importBytes,
  timeoutMs: 60_000,
  input: setOf(givenFlag),
  output: object({
    rows: v.array(
      object({
        line: count,
        outcome: v.picklist(importOutcomes),
        /** The flag as it is now; null in a dry run and where there is none. */
        flag: v.nullish(flag, null),
        /** The flag as it was before a change. */
        former: v.nullish(flag, null),
        /** The fields that differ. */
        changed: v.optional(v.array(v.string())),
        /** What no two rows may share. */
        keys: v.optional(v.array(v.string()), []),
        problem: v.optional(rowProblem),
      }),
    ),
  }),
})

/** Of a row: an earlier row of the same call has the value. */
export const repeatedFlag = defineError({
  code: 'repeated_flag',
  status: 409,
  description: 'Two rows have the same value (in the row)',
  params: v.object({ line: v.number() }),
  example: { line: 2 },
  sentence: ({ line }) => `Line ${line} has the same address or domain`,
})

export const setFlagsCall = describeCall(setFlagsEndpoint, {
  summary: 'Add and change many flags',
  description: `Up to ${limits.flagsAtOnce} rows, each judged by itself; \`problem\` says why a row is a conflict or invalid. With \`dry_run\` nothing is written. A flag of the other colour is a conflict, or with \`replaces\` is changed; \`former\` is what to send to restore it.`,
  tag: 'Flags',
  fields: [
    flagFields,
    {
      dry_run: 'Judges the rows without writing.',
      replaces: 'Whether a flag of the other colour is replaced.',
      flags: 'The flags to add or change.',
      rows: 'What became of the rows.',
      line: { description: 'The line of the file, or the place in the list.', example: 2 },
      expires_in_days: {
        description: 'After how many days the flag ends; instead of `expires_at`.',
        example: 7,
      },
      outcome: 'What became of the row, or would.',
      flag: 'The flag as it is now; null in a dry run and where there is none.',
      former: 'The flag as it was before a change, otherwise null.',
      changed: { description: 'The fields that differ from the flag.', example: ['flag_type'] },
      keys: {
        description: 'Two rows that share one of these conflict.',
        example: ['lookalike.example'],
      },
      problem: 'Why the row is a conflict or invalid.',
    },
  ],
  examples: {
    input: {
      dry_run: false,
      replaces: true,
      flags: [
        {
          line: 1,
          flag_type: 'red',
          value: 'lookalike.example',
          reason: 'Pretends to be our bank',
        },
        { line: 2, flag_type: 'green', value: 'mail.example' },
      ],
    },
    output: {
      rows: [
        {
          line: 1,
          outcome: 'changed',
          flag: {
            id: '0198a3c2-7b02-7d18-8c44-91d3e6a0b527',
            flag_type: 'red',
            value: 'lookalike.example',
            reason: 'Pretends to be our bank',
            created_at: '2025-03-01T09:30:00.000Z',
            blocked_count: 0,
          },
          former: {
            id: '0198a3c2-7b02-7d18-8c44-91d3e6a0b527',
            flag_type: 'green',
            value: 'lookalike.example',
            reason: null,
            created_at: '2025-03-01T09:30:00.000Z',
          },
          changed: ['flag_type', 'reason'],
          keys: ['lookalike.example'],
        },
        {
          line: 2,
          outcome: 'invalid',
          flag: null,
          former: null,
          keys: ['mail.example'],
          problem: {
            detail:
              'Anyone can have an address at mail.example. Trust a whole address instead, for instance name@mail.example.',
            code: 'public_mail_domain',
            params: { domain: 'mail.example' },
            fields: [{ field: 'value', code: 'public_mail_domain', params: {} }],
          },
        },
      ],
    },
  },
  errors: [
    flagExists,
    tooManyFlags,
    publicMailDomain,
    registrySuffix,
    repeatedFlag,
    removedMeanwhile,
  ],
})

import * as v from 'valibot'
import { object } from './basic.ts'
import { defineEndpoint } from './endpoint.ts'
import { defineError, errorAnswer } from './errors.ts'
import { field } from './field.ts'

/** The outcome of the last email; `untried` before the first one. */
const judgeHealth = v.picklist(['works', 'fails', 'untried'])
export type JudgeHealth = v.InferOutput<typeof judgeHealth>

export const stopping = defineError(503, 'stopping', {
  description: 'The server is about to stop',
  sentence: () => 'The server is about to stop',
})

export const outdatedDatabase = defineError(503, 'outdated_database', {
  description: 'The database is of an older version',
  sentence: () => 'The database is of an older version',
})

/** The body of every 503 of this call; only `writesRefused` has `writes`. */
export const readyErrorAnswer = object({
  ...v.omit(errorAnswer, ['fields']).entries,
  writes: field(v.optional(v.literal(false)), 'False: the database accepts no writes.'),
})

export const writesRefused = defineError(503, 'writes_refused', {
  description:
    'The database accepts no writes: it is away, locked or read-only, or its disk is full',
  body: {
    schema: readyErrorAnswer,
    example: { writes: false },
  },
  sentence: () => 'The database cannot be used right now. Try again in a moment.',
})

/**
 * 200 if the database accepts writes and has every migration, else 503. A judge that fails is said
 * and no 503, because a proxy would take every server out for it.
 */
export const readyEndpoint = defineEndpoint('GET /ready', {
  summary: 'Whether the database accepts writes',
  access: 'public',
  output: object({
    status: field(v.literal('ready'), 'That the database accepts writes.'),
    judge: field(
      judgeHealth,
      'Whether the judge of this server works; `untried` for a moment after the start, until it has judged a small email of its own.',
    ),
  }),
  errors: [stopping, outdatedDatabase, writesRefused],
})

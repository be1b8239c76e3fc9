import * as v from 'valibot'
import { noInput, object } from './basic.ts'
import { describeCall } from './call.ts'
import { defineEndpoint } from './endpoint.ts'
import { defineError, errorAnswer, noParams } from './errors.ts'

/** The outcome of the last email; `untried` before the first one. */
const judgeHealth = v.picklist(['works', 'fails', 'untried'])
export type JudgeHealth = v.InferOutput<typeof judgeHealth>

/**
 * GET /ready, an addition: 200 if the database accepts writes and has every migration, else 503. A judge
 * that fails is said and no 503, because a proxy would take every server out for it.
 */
export const readyEndpoint = defineEndpoint({
  method: 'GET',
  path: '/ready',
  access: 'public',
  input: noInput,
  output: object({
    status: v.literal('ready'),
    judge: judgeHealth,
  }),
})

export const stopping = defineError({
  code: 'stopping',
  status: 503,
  description: 'The server is about to stop',
  params: noParams,
  sentence: () => 'The server is about to stop',
})

export const outdatedDatabase = defineError({
  code: 'outdated_database',
  status: 503,
  description: 'The database is of an older version',
  params: noParams,
  sentence: () => 'The database is of an older version',
})

/** The body of every 503 of this call; only `writesRefused` has `writes`. */
export const readyErrorAnswer = object({
  ...v.omit(errorAnswer, ['fields']).entries,
  writes: v.optional(v.literal(false)),
})

export const writesRefused = defineError({
  code: 'writes_refused',
  status: 503,
  description:
    'The database accepts no writes: it is away, locked or read-only, or its disk is full',
  params: noParams,
  body: {
    schema: readyErrorAnswer,
    example: { writes: false },
  },
  sentence: () => 'The database cannot be used right now. Try again in a moment.',
})

export const readyCall = describeCall(readyEndpoint, {
  summary: 'Whether the database accepts writes',
  tag: 'Server',
  fields: [
    {
      status: 'That the database accepts writes.',
      judge:
        'Whether the judge of this server works; `untried` for a moment after the start, until it has judged a small email of its own.',
    },
  ],
  examples: { output: { status: 'ready', judge: 'works' } },
  errors: [stopping, outdatedDatabase, writesRefused],
})

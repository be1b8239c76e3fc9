import type { InferOutput } from 'valibot'
import type { rowProblem } from '../../../../contract/core/errors.ts'
import { HttpError } from './errors.ts'

export type RowProblem = InferOutput<typeof rowProblem>

/** Why one row of several was not written, as if its call had failed: its words are found by code. */
export function errorOfRow(problem: RowProblem): HttpError {
  return new HttpError(409, { detail: problem.detail }, problem)
}

import { errorOfRow, type RowProblem } from '../core/api/error-of-row.ts'
import { listComma } from '../core/format/list.ts'
import { describeError, fieldWords } from '../core/ui-state/error-words.ts'
import { $importWords } from './words/import.words.yaml'

interface JudgedRow {
  readonly changed?: readonly string[] | undefined
  readonly problem?: RowProblem | undefined
}

/** Why a line is what it is, in words; empty where there is nothing to say. */
export function reasonOfRow(
  { problem, changed }: JudgedRow,
  labelOf: (field: string) => string,
): string {
  if (problem === undefined) {
    const fields = (changed ?? []).map(labelOf).join(listComma())
    return fields === '' ? '' : $importWords.get().differs({ fields })
  }
  const { detail, code, fields = [] } = problem
  if (code === 'invalid_input' && fields.length > 0) {
    return fields.map((named) => `${labelOf(named.field)}: ${fieldWords(named)}`).join(' ')
  }
  return describeError(errorOfRow(problem), { fallback: detail }).text
}

import { describe } from 'vitest'
import { generateReceiptEndpoint } from '../../../contract/receipts/generate-receipt.ts'
import { testInputs } from '../../support/server/inputs.ts'

const receipt = { organization_id: 'x', year: '2024', month: '12' }

describe('input for a receipt', { tags: ['R376'] }, () => {
  testInputs(generateReceiptEndpoint, [
    [receipt, { organization_id: 'x', year: 2024, month: 12 }],
    [{ ...receipt, year: 2023 }, 'year: must be one of 2024, 2025'],
    [{ ...receipt, month: 13 }, 'month: must be one of 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12'],
    ...['01', '0', '', '1.5', '1e1', ' 1', '20250'].map((month): [unknown, unknown] => [
      { ...receipt, month },
      'month: is not a whole number',
    ]),
  ])
})

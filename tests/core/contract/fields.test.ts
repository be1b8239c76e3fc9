import { describe } from 'vitest'
import { meEndpoint } from '../../../contract/account/me.ts'
import { testInputs } from '../../support/server/inputs.ts'

describe('input for a call without parameters', { tags: ['R376'] }, () => {
  testInputs(meEndpoint, [
    [undefined, undefined],
    [{}, undefined],
    [{ id: 1 }, 'The body must be empty'],
    [null, 'The body must be empty'],
    ['', 'The body must be empty'],
  ])
})

import { describe } from 'vitest'
import { addFlagEndpoint } from '../../../contract/flags/add-flag.ts'
import { removeFlagEndpoint } from '../../../contract/flags/remove-flag.ts'
import { letters, testInputs } from '../../support/server/inputs.ts'

const flag = { flag_type: 'red', value: 'bad.example' }

describe('input for adding a flag', { tags: ['R376'] }, () => {
  testInputs(addFlagEndpoint, [
    [
      { ...flag, value: ' Bad.EXAMPLE ' },
      { ...flag, reason: null },
    ],
    [
      { ...flag, reason: ' odd ' },
      { ...flag, reason: 'odd' },
    ],
    [
      { ...flag, reason: letters(500) },
      { ...flag, reason: letters(500) },
    ],
    [{ ...flag, reason: letters(501) }, 'reason: must not be longer than 500'],
    [{ ...flag, flag_type: 'blue' }, 'flag_type: must be one of green, red'],
    [
      { ...flag, value: 'x@y.example' },
      { ...flag, value: 'x@y.example', reason: null },
    ],
    [
      { ...flag, value: 'bücher.example' },
      { ...flag, value: 'xn--bcher-kva.example', reason: null },
    ],
    ...['example', '.example', 'a..example', 'a@b@c.example', '@c.example', ''].map(
      (value): [unknown, unknown] => [
        { ...flag, value },
        'value: is neither an email address nor a domain',
      ],
    ),
    [
      { ...flag, value: `${letters(245)}.example` },
      { ...flag, value: `${letters(245)}.example`, reason: null },
    ],
    [
      { ...flag, value: `${letters(246)}.example` },
      'value: is neither an email address nor a domain',
    ],
    [
      { ...flag, value: `${letters(236)}@lookalike.example` },
      { ...flag, value: `${letters(236)}@lookalike.example`, reason: null },
    ],
    [{ ...flag, value: `${letters(247)}.example` }, 'value: must not be longer than 254'],
    [{ ...flag, blocked_count: 9 }, 'blocked_count: is not a known field'],
  ])
})

describe('input for removing a flag', { tags: ['R376'] }, () => {
  testInputs(removeFlagEndpoint, [
    [{ id: 5 }, { id: '5' }],
    [{ id: letters(121) }, 'id: must not be longer than 120'],
    [{ id: 'a\0' }, 'id: holds a character that cannot be kept'],
    [{}, 'id: is missing'],
  ])
})

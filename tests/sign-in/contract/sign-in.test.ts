import { describe } from 'vitest'
import { signInWithPasswordEndpoint } from '../../../contract/sign-in/sign-in-with-password.ts'
import { letters, testInputs } from '../../support/server/inputs.ts'

const login = { username: ' rania ', password: ' a b ' }

describe('input for signing in', { tags: ['R376'] }, () => {
  testInputs(signInWithPasswordEndpoint, [
    [login, { username: 'rania', password: ' a b ' }],
    [{ ...login, username: ' ' }, 'username: must not be empty'],
    [
      { ...login, username: letters(254) },
      { username: letters(254), password: ' a b ' },
    ],
    [{ ...login, username: letters(255) }, 'username: must not be longer than 254'],
    [{ ...login, username: 'a\0' }, 'username: holds a character that cannot be kept'],
    [{ ...login, username: '\ud800' }, 'username: holds a character that cannot be kept'],
    [{ ...login, password: '' }, 'password: must not be empty'],
    [
      { ...login, password: letters(128) },
      { username: 'rania', password: letters(128) },
    ],
    [{ ...login, password: letters(129) }, 'password: must not be longer than 128'],
    [{ username: 'rania' }, 'password: is missing'],
    [{ ...login, role: 'super_admin' }, 'role: is not a known field'],
    [null, 'The body must be an object'],
  ])
})

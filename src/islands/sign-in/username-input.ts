/** The attributes of a field for a username or an address. */
export const usernameInput = {
  autoComplete: 'username',
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
  required: true,
} as const

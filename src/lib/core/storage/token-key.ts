/** The key of the session's token in local storage (R288). */
export const tokenKey = 'aman_access_token'

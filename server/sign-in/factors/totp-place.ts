/** Where the secret of a user's authenticator app is valid; see core/sealer.ts. */
export function totpPlace(userId: string): string {
  return `totp ${userId}`
}

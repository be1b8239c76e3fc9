import { setTimeout } from 'node:timers/promises'
import { type Answered, createSigner } from './sign-in.ts'

/** Two words that no list of common passwords has. */
export const password = 'violet kettle drum'

export interface GoodFigures {
  /** How many of the people were let in in the end. */
  readonly signedIn: number
  readonly answered: readonly Answered[]
}

/** Everybody signs in once, and comes again when they were told to, until time is up. */
export async function signInAll(
  url: string,
  usernames: readonly string[],
  ms: number,
): Promise<GoodFigures> {
  const until = performance.now() + ms
  const answered: Answered[] = []
  const signIn = async (username: string, position: number) => {
    const signer = createSigner(url)
    // They come one after the other, over half of the time.
    await setTimeout((ms * position) / (2 * usernames.length))
    const address = `192.0.2.${position + 1}`
    let isIn = false
    while (!isIn && performance.now() < until) {
      const answer = await signer.signIn({ username, password, address })
      answered.push(answer)
      isIn = answer.status === 200
      if (!isIn) await setTimeout(answer.retryAfterSeconds * 1000)
    }
    signer.end()
    return isIn
  }
  const areIn = await Promise.all(usernames.map(signIn))
  return { signedIn: areIn.filter((isIn) => isIn).length, answered }
}

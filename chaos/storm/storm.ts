import { setTimeout } from 'node:timers/promises'
import { type Answered, createSigner } from './sign-in.ts'

const attackers = 300
/** Of each attacker; together they are a thousand a second. */
const pauseMs = 250

/** Every attempt is from another address and with another username, so that no limit stops it. */
export async function storm(url: string, ms: number): Promise<Answered[]> {
  const until = performance.now() + ms
  const answered: Answered[] = []
  let attempts = 0
  const attack = async () => {
    const signer = createSigner(url)
    while (performance.now() < until) {
      attempts += 1
      answered.push(await signer.signIn(guess(attempts)))
      await setTimeout(pauseMs)
    }
    signer.end()
  }
  await Promise.all(Array.from({ length: attackers }, attack))
  return answered
}

function guess(attempt: number) {
  const address = `10.${[16, 8, 0].map((bits) => (attempt >> bits) & 255).join('.')}`
  return { username: `guessed-${attempt}`, password: 'wrong horse battery', address }
}

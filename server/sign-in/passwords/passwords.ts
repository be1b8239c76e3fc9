import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { busy } from '../../../contract/core/common-errors.ts'
import { canonicalPassword } from '../../../contract/core/password.ts'
import { secondMs } from '../../core/clock.ts'
import { createFairQueue } from '../../core/fair-queue.ts'
import { blockedUntil } from '../../core/http-error.ts'
import type { PasswordHasher } from '../../core/ports.ts'
import { readCounter, setCounter } from '../../database/counters.ts'
import type { Users } from '../../database/tables/accounts.ts'
import type { Database } from '../../database/tables/tables.ts'
import type { Services } from '../../http/services.ts'

/** Marks a database that this rule applies to without a setting. */
const counter = 'own-passwords'

interface RestrictedSession {
  readonly user: Pick<Users, 'must_change_password'>
  readonly isSingleSignOn: boolean
}

/**
 * Whether the user may do nothing until they have replaced a password that another person set. In a
 * session that began by single sign-on the password has proven nothing.
 */
export function mustSetOwnPassword(
  { asksForOwnPassword }: Pick<Services, 'asksForOwnPassword'>,
  { user, isSingleSignOn }: RestrictedSession,
): boolean {
  return asksForOwnPassword && user.must_change_password === 1 && !isSingleSignOn
}

/** @param setting OWN_PASSWORDS; null for on where the database was created with this rule */
export async function readOwnPasswordRule(
  database: Database,
  setting: boolean | null,
): Promise<boolean> {
  return setting ?? (await readCounter(database, counter)) === 1
}

/** Called when a server fills an empty database, so that existing installations stay as they are. */
export async function beginOwnPasswordRule(database: Database): Promise<void> {
  await setCounter(database, counter, 1)
}

const maxRunning = 2
/** A few seconds of work on two free processors; `npm run bench:server` prints sign-ins per second. */
const maxQueued = 100
/** Limits the wait on busy processors, where the queue moves more slowly. */
const maxWaitMs = 4 * secondMs

/** Judges and hashes a few passwords at once; the others wait, or are rejected with 503. */
export function createHashingQueue(waitMs = maxWaitMs) {
  const queue = createFairQueue({
    running: maxRunning,
    mostWork: maxQueued,
    waitMs,
    tooMany: () => blockedUntil(busy, {}, 5),
  })
  return <Result>(task: () => Promise<Result>): Promise<Result> => queue.run('', task)
}

const derive = promisify(argon2)

/** The cost of a new hash, as argon2id names it; the memory is in KiB. */
interface HashCost {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** OWASP's second option for argon2id: 19 MiB, two passes, one lane. */
const usualCost: HashCost = { memory: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const hashBytes = 32

const phcPattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

/** Each hash takes 19 MiB and a processor, so only a few run at once. */
export function createPasswordHasher(cost = usualCost): PasswordHasher {
  const queued = createHashingQueue()
  // Matches no password, but takes as long to verify as a real hash.
  const dummy = phcString(cost, randomBytes(saltBytes), randomBytes(hashBytes))
  const hash = async (password: string) => {
    const salt = randomBytes(saltBytes)
    const shape = { message: password, nonce: salt, tagLength: hashBytes, ...cost }
    return phcString(cost, salt, await derive('argon2id', shape))
  }
  return {
    inQueue: queued,
    hash: (password, check) =>
      queued(async () => {
        await check?.()
        return hash(canonicalPassword(password))
      }),
    async verify(password, phc, renew) {
      const canonical = canonicalPassword(password)
      if (await matches(canonical, phc ?? dummy)) return phc !== null
      const older = olderForm(password, canonical)
      // Also for an unknown user, so that the time says nothing.
      if (older === canonical || !(await matches(older, phc ?? dummy)) || phc === null) return false
      await renew?.(await hash(canonical))
      return true
    },
  }
}

/** The forms that may have been hashed before there was a canonical one: the typed text, or its other composition. */
function olderForm(password: string, canonical: string): string {
  return password === canonical ? canonical.normalize('NFD') : password
}

function phcString({ memory, passes, parallelism }: HashCost, salt: Buffer, hash: Buffer): string {
  const encoded = [salt, hash].map((bytes) => bytes.toString('base64').replaceAll('=', ''))
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encoded.join('$')}`
}

/** Uses the cost parameters in the string, so that old hashes stay valid when `usualCost` changes. */
async function matches(password: string, phc: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, hash] = phcPattern.exec(phc) ?? []
  if (salt === undefined || hash === undefined) throw new Error('not an argon2id PHC string')
  const expected = Buffer.from(hash, 'base64')
  const actual = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(salt, 'base64'),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  })
  return timingSafeEqual(actual, expected)
}

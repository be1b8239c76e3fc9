import { median } from '../server/statistics.ts'

/** How long the fixed loop takes on the idle machine that the limits of the tests are made for. */
const idleLoopMs = 20
const loopRounds = 2_000_000
/** How long it takes there to fill memory that was never used, as much as the longest body needs. */
const idleFillMs = 12
const filledBytes = 25_000_000
/** A machine that is slower than this cannot tell a stall from its own slowness. */
const mostFactor = 4

/**
 * @returns for how long the event loop stood still at a stretch during a task, in milliseconds, without
 * the time in which the processor worked for other programs
 */
export async function longestStallMs(task: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = ownMs()
  let next: NodeJS.Immediate | undefined
  const look = () => {
    const now = ownMs()
    longest = Math.max(longest, now - last)
    last = now
    next = setImmediate(look)
  }
  next = setImmediate(look)
  try {
    await task()
  } finally {
    clearImmediate(next)
  }
  return Math.max(longest, ownMs() - last)
}

/** This thread's use of the processor so far. */
function ownMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Tells how much longer a fixed loop, or new memory, takes in this run than on an idle machine: 1 to 4. */
export function createSlowness(): () => number {
  const loops: number[] = []
  const fills: number[] = []
  return () => {
    loops.push(fixedLoopMs())
    fills.push(fillMs())
    const factor = Math.max(median(loops) / idleLoopMs, median(fills) / idleFillMs)
    return Math.min(mostFactor, Math.max(1, factor))
  }
}

function fillMs(): number {
  const started = ownMs()
  new Uint8Array(filledBytes).fill(1)
  return ownMs() - started
}

function fixedLoopMs(): number {
  const started = ownMs()
  let state = 1
  for (let round = 0; round < loopRounds; round += 1) state = (state * 48_271) % 2_147_483_647
  // Without a use of the result the compiler leaves out the loop.
  if (state === 0) throw new Error('the loop has no such result')
  return ownMs() - started
}

/** Lets a number of tasks run at once. */
export type Gate = <Result>(task: () => Promise<Result>) => Promise<Result>

export function createGate(most: number): Gate {
  let places = most
  const waiting: (() => void)[] = []
  return async (task) => {
    if (places > 0) places -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next === undefined) places += 1
      else next()
    }
  }
}

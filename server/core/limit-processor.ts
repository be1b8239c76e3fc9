import type { Worker } from 'node:worker_threads'
import { minuteMs } from './clock.ts'

/** For a thread that waits for what never comes, which uses no processor. */
const longestMs = 5 * minuteMs

/**
 * Ends a task of a thread that takes too much of the processor: where other programs run, time by the
 * clock says nothing of a task.
 * @returns stops the watch
 */
export function limitProcessor(worker: Worker, mostMs: number, end: () => void): () => void {
  const began = performance.now()
  const before = processorMs(worker)
  let isOver = false
  const look = async () => {
    const usedMs = (await processorMs(worker)) - (await before)
    if (isOver) return
    if (usedMs >= mostMs || performance.now() - began >= longestMs) end()
    else timer = setTimeout(look, mostMs - usedMs)
  }
  let timer = setTimeout(look, mostMs)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

/** A thread that starts has used nothing, and none that has ended is watched. */
async function processorMs(worker: Worker): Promise<number> {
  try {
    const { user, system } = await worker.cpuUsage()
    return (user + system) / 1000
  } catch {
    return 0
  }
}

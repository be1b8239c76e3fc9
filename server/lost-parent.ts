const lookMs = 250

/**
 * npm runs its scripts in a shell that a SIGTERM ends without being passed on. A server that npm
 * started, and that finds itself with another parent, has been told to stop in the only way there is.
 */
export function whenParentIsLost(stop: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, lookMs)
  timer.unref()
}

const lookMs = 250

/**
 * npm runs scripts in a shell that does not pass SIGTERM on. When the parent of a server that npm
 * started changes, the shell has received the signal, so the server must stop.
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

/** Lets the page answer its reader between two steps. */
export function pause(): Promise<void> {
  return new Promise((resume) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resume()
    }
    port2.postMessage(null)
  })
}

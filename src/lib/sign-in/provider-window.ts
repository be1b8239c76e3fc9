/*
 * A user who is signed in proves at the provider, in a window of its own, who they are. The window
 * shares no reference with the page that opened it (Cross-Origin-Opener-Policy), so it sends a message.
 */

const name = 'aman-confirmation'

/** Tells the pages of this browser that the user came back from the provider. */
export function tellConfirmation(isConfirmed: boolean): void {
  const channel = new BroadcastChannel(name)
  channel.postMessage(isConfirmed)
  channel.close()
}

/** @returns a function that stops it */
export function followConfirmation(listener: (isConfirmed: boolean) => void): () => void {
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }) => listener(data === true)
  return () => channel.close()
}

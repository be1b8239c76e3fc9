/**
 * Loads a file of this site once; after a failure the next call tries again.
 * @returns a function that loads it
 */
export function loadOnce<Data>(
  address: () => string,
  read: (answer: Response) => Promise<Data>,
): () => Promise<Data> {
  let loading: Promise<Data> | undefined
  async function load(): Promise<Data> {
    // A preload that failed answers the first fetch.
    const answer = await fetch(address()).catch(() => fetch(address()))
    if (!answer.ok) throw new Error(`${address()} was answered with ${answer.status}`)
    return read(answer)
  }
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}

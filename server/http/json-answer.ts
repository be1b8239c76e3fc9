/** Responses of the API depend on the caller and must not be cached. */
export const notKept = { 'Cache-Control': 'no-store' } as const

const json = { 'Content-Type': 'application/json', ...notKept } as const

/** A constant response, serialized once, when it is first asked for. */
export function preparedAnswer(makeBody: () => unknown): () => Response {
  let bytes: Buffer<ArrayBuffer> | undefined
  return () => {
    bytes ??= Buffer.from(JSON.stringify(makeBody()))
    return new Response(bytes, { headers: json })
  }
}

/**
 * A response with all headers set from the start. Changing them later creates a new response that
 * takes longer to send than the rest of a small call.
 */
export function jsonAnswer(
  body: unknown,
  { status = 200, headers }: { status?: number; headers?: Record<string, string> | undefined } = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: headers === undefined ? json : { ...json, ...headers },
  })
}

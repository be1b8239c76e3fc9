/** What the API answers is for whoever asked, and for now: nobody keeps a copy. */
export const notKept = { 'Cache-Control': 'no-store' } as const

const json = { 'Content-Type': 'application/json', ...notKept } as const

/** Answers the same each time, and is put into words once. */
export function preparedAnswer(body: unknown): () => Response {
  const bytes = Buffer.from(JSON.stringify(body))
  return () => new Response(bytes, { headers: json })
}

/**
 * An answer with all of its headers from the beginning. To change them later makes the answer anew,
 * and one that takes longer to send than all else that a small call does.
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

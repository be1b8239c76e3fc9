/** What the API answers is for whoever asked, and for now: nobody keeps a copy. */
export const notKept = { 'Cache-Control': 'no-store' } as const

/**
 * An answer with all of its headers from the beginning. To change them later makes the answer anew,
 * and one that takes longer to send than all else that a small call does.
 */
export function jsonAnswer(
  body: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', ...notKept, ...headers },
  })
}

import type { APIRoute } from 'astro'
import { webAddressOf } from '../lib/core/api/site-config.ts'

/**
 * The training portal of this build, for hosts without the server. If the server serves the site, its
 * own response replaces this file.
 */
export const GET: APIRoute = () => Response.json({ training_url: trainingUrl() })

function trainingUrl(): string | null {
  const text = process.env.TRAINING_URL ?? ''
  if (text === '') return null
  const url = webAddressOf(text)
  if (url === undefined) {
    throw new Error(
      `TRAINING_URL is '${text}', but an address with http:// or https:// is expected`,
    )
  }
  return url
}

import type { APIRoute } from 'astro'
import { webAddressOf } from '../lib/api/site-config.ts'

/**
 * What a host without the server answers at `/config.json`: the training portal of this build. Where
 * the server serves the site, its own answer takes the place of this file.
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

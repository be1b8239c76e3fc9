import type { APIRoute } from 'astro'
import { faviconSvg } from '../brand/icon.ts'

export const GET: APIRoute = () =>
  new Response(faviconSvg, { headers: { 'content-type': 'image/svg+xml' } })

import type { APIRoute, GetStaticPaths } from 'astro'
import { type Locale, locales } from '../../../contract/core/locale.ts'
import { content } from '../../content/entry.ts'
import { mailOf } from '../../content/sample-mail.ts'

export const getStaticPaths = (() =>
  locales.map((locale) => ({ params: { locale }, props: { locale } }))) satisfies GetStaticPaths

/** The made-up mails, and what leads from a verdict to the demo form; loaded at the first touch. */
export const GET: APIRoute<{ locale: Locale }> = async ({ props }) => {
  const { samples, demo_link } = await content('try', props.locale)
  const { phishing, fraud, honest } = samples
  return Response.json({ mails: [phishing, fraud, honest].map(mailOf), demoLink: demo_link })
}

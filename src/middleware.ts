import { defineMiddleware } from 'astro:middleware'
import { speak } from './locales/catalogue.ts'
import { localeOf } from './locales/locales.ts'

/** Every page is rendered in the language of its address. */
export const onRequest = defineMiddleware((context, next) => {
  context.locals.locale = localeOf(context.url)
  speak(context.locals.locale)
  return next()
})
